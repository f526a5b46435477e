/** A text in lower case with its accents, letter by letter as `ilike` compares, so that places stay the same. */
export const lowerText = (text: string): string =>
  text.replace(/[A-Z]|[^\0-\x7f]/gu, (letter) => letter.toLowerCase().slice(0, letter.length));
