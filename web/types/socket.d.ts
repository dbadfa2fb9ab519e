// What the page says on the socket, before it has an id to be answered by.

import type { Message } from "./api";

type WithoutId<Said> = Said extends { id: string } ? Omit<Said, "id"> : never;

/** Something that is answered. */
export type Question = WithoutId<Message>;
