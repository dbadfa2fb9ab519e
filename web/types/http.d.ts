// What can be asked for at which address, and what is answered: read out of the description of the API.

import type { paths } from "./api";

type Method = "get" | "post" | "patch" | "delete";
type Granted = 200 | 201 | 204;
type Operation<P extends keyof paths, M extends Method> = Exclude<paths[P][M], undefined>;
type Content<Response> = Response extends { content: infer Kinds } ? Kinds[keyof Kinds] : undefined;

/** The addresses that know a method. */
export type Address<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never;
}[keyof paths];

/** What is answered if nothing is refused. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer All }
    ? { [Status in keyof All & Granted]: Content<All[Status]> }[keyof All & Granted]
    : never;

/** What is sent. */
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: infer Kinds } } ? Kinds[keyof Kinds] : undefined;

/** What stands for the names in braces. */
export type Names<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { path: infer Named extends object } }
    ? Named
    : Record<string, never>;

/** What may stand behind the question mark. */
export type Query<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Asked extends object } }
    ? Asked
    : Record<string, never>;
