/** Unicode's normal forms, in a time that grows with the length of the text alone. */

/**
 * Normalizing puts the marks behind a letter in order, which takes the square of their number. Unicode's stream-safe format (UAX #15)
 * allows 30 of them and divides a longer run by the combining grapheme joiner.
 */
const LONG_RUN = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu;

/** The text in a normal form, as `String.prototype.normalize` makes it wherever a letter has no more than 30 marks. */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' = 'NFC'): string =>
  text.replace(LONG_RUN, '$&\u034f').normalize(form);
