/** What a name looks like, so that two names which are read as the same one can be recognised. */
import unhomoglyph from 'unhomoglyph';

/** Blanks, and what shows nothing. */
const UNSEEN = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Accents of Latin, Greek and Cyrillic letters; in other scripts such signs are vowels, and stay. */
const ACCENTS = /[\u0300-\u036f]/g;
/** What divides or adorns a name, ticks included. What may tell two names apart stays, as in C# and C++. */
const ADORNMENT = /(?![#&@%*])[\p{P}\p{So}\p{Sk}]/gu;
/** Small letters of Cyrillic that are read as Latin ones, by what Unicode's table makes of them. */
const READ_AS: Readonly<Record<string, string>> = { π: 'n', ʙ: 'b', ʜ: 'h', ĸ: 'k', ʍ: 'rn', ᴛ: 't' };

/** Equal for names that differ in blanks, invisible characters, case, accents, punctuation or characters that look alike (Unicode's confusables). */
export function nameSkeleton(name: string): string {
  const seen = name.normalize('NFKC').replace(UNSEEN, '').normalize('NFD').replace(ACCENTS, '');
  // Twice: some characters look like another one in one case only.
  const alike = unhomoglyph(unhomoglyph(seen).toLowerCase()).normalize('NFD').toLowerCase();
  const letters = alike
    .replace(ACCENTS, '')
    .replace(/[πʙʜĸʍᴛ]/g, (letter) => READ_AS[letter] ?? letter)
    .replace(ADORNMENT, '');
  // A name of nothing else is told apart by it.
  return letters === '' ? alike : letters;
}
