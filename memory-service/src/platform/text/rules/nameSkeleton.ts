/** Reduces names to their appearance, to detect names that look the same. */
import unhomoglyph from 'unhomoglyph';

/** Whitespace and invisible characters. */
const UNSEEN = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Accents on Latin, Greek and Cyrillic letters; in other scripts such marks are vowels and stay. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Separators and decoration of a name, including check marks. Characters that distinguish names stay, as in C# and C++. */
const ADORNMENT = /(?![#&@%*])[\p{P}\p{So}\p{Sk}]/gu;
/** Small Cyrillic letters that look Latin, keyed by their mapping in Unicode's table. */
const READ_AS: Readonly<Record<string, string>> = { π: 'n', ʙ: 'b', ʜ: 'h', ĸ: 'k', ʍ: 'rn', ᴛ: 't' };

const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ';
/** First of the 26 capitals in black circles, in black squares, and as flag letters. */
const FIRST_CAPITALS = [0x1f150, 0x1f170, 0x1f1e6];
const LETTER_SIGN = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** Latin letter shown by a symbol that Unicode's table lacks. */
function toLatinLetter(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  const first = FIRST_CAPITALS.findLast((start) => start <= point);
  const place = first === undefined ? SMALL_CAPITALS.indexOf(sign) : point - first;
  return String.fromCharCode('a'.charCodeAt(0) + place);
}

/**
 * Returns equal skeletons for names that differ only in spaces, invisible characters, case, accents, punctuation or similar characters
 * (Unicode's confusables).
 */
export function nameSkeleton(name: string): string {
  const plain = name.normalize('NFKC').replace(LETTER_SIGN, toLatinLetter);
  const seen = plain.replace(UNSEEN, '').normalize('NFD').replace(ACCENTS, '');
  // Twice, because some characters look like another in one case only.
  const alike = unhomoglyph(unhomoglyph(seen).toLowerCase()).normalize('NFD').toLowerCase();
  const letters = alike
    .replace(ACCENTS, '')
    .replace(/[πʙʜĸʍᴛ]/g, (letter) => READ_AS[letter] ?? letter)
    .replace(ADORNMENT, '');
  // A name without any letters is compared by its symbols.
  return letters === '' ? alike : letters;
}

/** The plain ASCII reading of a name with letters that only look ASCII; null for any other name. */
export function readAs(name: string): string | null {
  const read = [...name.normalize('NFKC').replace(LETTER_SIGN, toLatinLetter)]
    .map((sign) => {
      const alike = sign > '\x7f' ? unhomoglyph(sign) : sign;
      return /^[\x20-\x7e]+$/.test(alike) ? alike : sign;
    })
    .join('');
  return read === name ? null : read;
}
