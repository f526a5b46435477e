/** What a name looks like, so that two names which are read as the same one can be recognized. */
import unhomoglyph from 'unhomoglyph';

/** Blanks, and what shows nothing. */
const UNSEEN = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Accents of Latin, Greek and Cyrillic letters; in other scripts such signs are vowels, and stay. */
const ACCENTS = /[\u0300-\u036f]/g;
/** What divides or adorns a name, ticks included. What may tell two names apart stays, as in C# and C++. */
const ADORNMENT = /(?![#&@%*])[\p{P}\p{So}\p{Sk}]/gu;
/** Small letters of Cyrillic that are read as Latin ones, by what Unicode's table makes of them. */
const READ_AS: Readonly<Record<string, string>> = { π: 'n', ʙ: 'b', ʜ: 'h', ĸ: 'k', ʍ: 'rn', ᴛ: 't' };

const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ';
/** The first of the 26 capitals in black circles, in black squares, and of flags. */
const FIRST_OF_SIGNS = [0x1f150, 0x1f170, 0x1f1e6];
const LETTER_SIGN = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** The letter that a sign shows, where Unicode's table has none for it. */
function toLatinLetter(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  const first = FIRST_OF_SIGNS.findLast((start) => start <= point);
  const place = first === undefined ? SMALL_CAPITALS.indexOf(sign) : point - first;
  return String.fromCharCode('a'.charCodeAt(0) + place);
}

/** Equal for names that differ in blanks, invisible characters, case, accents, punctuation or characters that look alike (Unicode's confusables). */
export function nameSkeleton(name: string): string {
  const plain = name.normalize('NFKC').replace(LETTER_SIGN, toLatinLetter);
  const seen = plain.replace(UNSEEN, '').normalize('NFD').replace(ACCENTS, '');
  // Twice: some characters look like another one in one case only.
  const alike = unhomoglyph(unhomoglyph(seen).toLowerCase()).normalize('NFD').toLowerCase();
  const letters = alike
    .replace(ACCENTS, '')
    .replace(/[πʙʜĸʍᴛ]/g, (letter) => READ_AS[letter] ?? letter)
    .replace(ADORNMENT, '');
  // A name of nothing else is told apart by it.
  return letters === '' ? alike : letters;
}

/** The plain letters that a name is read as, where it has others that look like them; null for any other name. */
export function readAs(name: string): string | null {
  const read = [...name.normalize('NFKC').replace(LETTER_SIGN, toLatinLetter)]
    .map((sign) => {
      const alike = sign > '\x7f' ? unhomoglyph(sign) : sign;
      return /^[\x20-\x7e]+$/.test(alike) ? alike : sign;
    })
    .join('');
  return read === name ? null : read;
}
