/** English dictionary: a correctly spelled word is not a typo, even if no memory contains it. */
import { promisify } from 'node:util';
import readDictionary from 'dictionary-en';
import nspell from 'nspell';

let dictionary: Promise<ReturnType<typeof nspell>> | undefined;

/** Whether English has the lower-case word in this form; names count. The dictionary takes 13 MB, loaded on first use. */
export async function isEnglish(word: string): Promise<boolean> {
  dictionary ??= promisify(readDictionary)().then(nspell);
  const spelling = await dictionary;
  return spelling.correct(word) || spelling.correct(word[0]!.toUpperCase() + word.slice(1));
}
