// Small helps with words.

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A sentence begins with a capital, but a cell or a move stays as it is written: "e4 is not legal".
 * @param {string} text
 */
export const sentence = (text) => (/^\S*\d/.test(text) ? text : capital(text));

/**
 * A place: "1st", "2nd", "11th".
 * @param {number} place
 */
export function ordinal(place) {
  const isTeen = place % 100 > 10 && place % 100 < 14;
  return `${place}${isTeen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`;
}

/**
 * How long ago something was.
 * @param {number} at
 * @param {number} [now]
 */
export function ago(at, now = Date.now()) {
  const minutes = Math.max(0, Math.round((now - at) / 60000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`;
}

/**
 * How long until something may be done.
 * @param {number} wait in milliseconds
 */
export function inWords(wait) {
  const minutes = Math.ceil(wait / 60000);
  if (minutes < 60) return `in ${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `in ${hours} h` : `in ${Math.ceil(hours / 24)} days`;
}

/**
 * A number of things: "1 move", "2 moves".
 * @param {number} count
 * @param {string} thing
 */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
