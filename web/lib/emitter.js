// Tells whoever listens, with types: which event has which details.

/**
 * @template {object} Told What is told by which name.
 */
export class Emitter {
  #target = new EventTarget();

  /**
   * Calls back whenever this is told; returns what ends that.
   * @template {keyof Told & string} Name
   * @param {Name} name
   * @param {(detail: Told[Name]) => void} listener
   */
  on(name, listener) {
    const hear = (/** @type {Event} */ event) =>
      listener(/** @type {CustomEvent<Told[Name]>} */ (event).detail);
    this.#target.addEventListener(name, hear);
    return () => this.#target.removeEventListener(name, hear);
  }

  /**
   * @template {keyof Told & string} Name
   * @param {Name} name
   * @param {Told[Name]} detail
   */
  tell(name, detail) {
    this.#target.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
