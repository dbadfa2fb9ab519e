// The types of what `lib/dom.js` makes, and the page's own element.

import type { Board } from "../board/board.js";

type Tag<Name extends string> = Name extends `${infer First}.${string}` ? First : Name;

/** The element that `h("input.rename")` makes. */
export type Html<Name extends string> =
  Tag<Name> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag<Name>] : HTMLElement;

/** The element that `s("circle.target")` makes. */
export type Svg<Name extends string> =
  Tag<Name> extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[Tag<Name>] : SVGElement;

export type Leaf = Node | string | number | false | null | undefined;

/** What stands in an element; lists are put in one after another. */
export type Child = Leaf | readonly Child[];

/** Attributes, and what listens; what is `false`, null or missing is left out. */
export interface Given {
  onblur?: (event: FocusEvent) => unknown;
  onchange?: (event: Event) => unknown;
  onclick?: (event: MouseEvent) => unknown;
  onclose?: (event: Event) => unknown;
  onerror?: (event: Event) => unknown;
  onfocus?: (event: FocusEvent) => unknown;
  oninput?: (event: Event) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
  onpointerdown?: (event: PointerEvent) => unknown;
  onpointerleave?: (event: PointerEvent) => unknown;
  onpointermove?: (event: PointerEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  [attribute: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}

declare global {
  interface HTMLElementTagNameMap {
    "chatura-board": Board;
  }
}
