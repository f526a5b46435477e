/** Lower-cases a text letter by letter, keeping accents, as `ilike` compares, so positions stay the same. */
export const lowerText = (text: string): string =>
  text.replace(/[A-Z]|[^\0-\x7f]/gu, (letter) => letter.toLowerCase().slice(0, letter.length));
