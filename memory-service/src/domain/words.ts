/** Words of scripts that put no blanks between them, cut by the dictionaries of `Intl.Segmenter`. */

/** Of a long run without any blank so many characters at once: the segmenter copies the whole run for each word. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,400}/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text with a blank between any two words of such a script. */
export const separateWords = (text: string): string =>
  text.replace(RUN, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(' ')} `);
