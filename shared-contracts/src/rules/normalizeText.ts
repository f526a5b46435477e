/** Unicode normalization in linear time. */

/**
 * Normalization sorts the marks of a letter, in quadratic time. Unicode's Stream-Safe Text Format (UAX #15) allows 30 marks and splits
 * longer runs with a combining grapheme joiner.
 */
const LONG_RUN = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu;

/** Same result as `String.prototype.normalize` if no letter has more than 30 marks. */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' = 'NFC'): string =>
  text.replace(LONG_RUN, '$&\u034f').normalize(form);
