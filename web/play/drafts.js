// What inventors write, kept in this browser: a draft for each game, so that none is lost to another.

const KEY = "chatura-drafts";
/** Where the only draft was kept before there were several. */
const OLD = "chatura-draft";
/** How many drafts are kept; the oldest go first. */
const MOST = 40;

/** @typedef {{ id: string, name: string, text: string, file: string, at: number }} Draft */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Shelf */

/** The name a definition gives its game, if it does. @param {string} text */
export const nameIn = (text) =>
  /^\s*name\s*=\s*["']([^"'\n]+)["']/m.exec(text)?.[1] ?? /<game[^>]*\sname="([^"]+)"/.exec(text)?.[1] ?? "";

export class Drafts {
  /** @param {Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
  }

  /** Every draft, the latest first. @returns {Draft[]} */
  all() {
    try {
      const kept = JSON.parse(this.shelf.getItem(KEY) ?? "[]");
      const old = this.shelf.getItem(OLD);
      const first = old ? [{ id: "new", name: nameIn(old), text: old, file: "game.toml", at: 0 }] : [];
      return [...(Array.isArray(kept) ? kept : []), ...first];
    } catch {
      return [];
    }
  }

  /** The draft of a game, if there is one. @param {string} id */
  of(id) {
    return this.all().find((draft) => draft.id === id) ?? null;
  }

  /**
   * Keeps what is written; false if there is no room for it.
   * @param {string} id
   * @param {string} text
   * @param {string} file
   * @param {number} [at]
   */
  keep(id, text, file, at = Date.now()) {
    const draft = { id, name: nameIn(text), text, file, at };
    return this.write([draft, ...this.all().filter((one) => one.id !== id)]);
  }

  /** Forgets a draft. @param {string} id */
  drop(id) {
    return this.write(this.all().filter((one) => one.id !== id));
  }

  /** @param {Draft[]} drafts */
  write(drafts) {
    try {
      this.shelf.setItem(KEY, JSON.stringify(drafts.slice(0, MOST)));
      this.shelf.removeItem(OLD);
      return true;
    } catch {
      return false;
    }
  }
}

/** A name for a draft that belongs to no game yet. */
export const newId = () => `new-${Date.now().toString(36)}`;
