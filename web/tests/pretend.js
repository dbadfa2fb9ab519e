// As much of a browser as settings need.

/** Makes a page without anything on it; what is kept in the browser is returned. */
export function pretendPage() {
  const kept = new Map();
  const classes = new Set();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
  globalThis.document = {
    documentElement: {
      dataset: {},
      classList: { toggle: (name, on) => (on ? classes.add(name) : classes.delete(name)) },
    },
  };
  return { kept, classes, dataset: document.documentElement.dataset };
}
