/** Distinguishes randomly generated letters from names made of words, such as `userPassword` or `AbstractTokenProvider`. */

/** Common successors of each letter within words: nineteen of twenty pairs in names and texts are among these. */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'bcdgilmnprstuy',
  b: 'aeijlou',
  c: 'aehiklortu',
  d: 'adeilorsu',
  e: 'acdefglmnpqrstvwxy',
  f: 'aefiloru',
  g: 'einr',
  h: 'aeiot',
  i: 'abcdefglmnoprstvz',
  j: 'es',
  k: 'es',
  l: 'adeilostuy',
  m: 'abeimops',
  n: 'acdefgiknostuv',
  o: 'abcdfgklmnoprstuvw',
  p: 'aeiloprstu',
  q: 'u',
  r: 'acdegikmnorstuy',
  s: 'acehiopstuy',
  t: 'acehiorstuy',
  u: 'abcegilmnprst',
  v: 'aei',
  w: 'aeio',
  x: 'pt',
  y: 'np',
  z: 'eo',
};

/**
 * Names have longer words on average, and fewer rare pairs; one name in a thousand falls within both limits, as do nine of ten generated
 * texts.
 */
const MOST_LETTERS_PER_WORD = 3.5;
const MOST_COMMON_PAIRS = 0.6;

/** Abbreviations common in names of secrets. */
const ABBREVIATED = /(?:Pwd?|Pass|Key|Db|Env|Cfg|^(?:pwd?|pass|key|db|env|cfg))(?![a-z])/;

/** Whether a text has only letters, of mixed case, and is not made of words. */
export function isRandomLetters(text: string): boolean {
  if (!/^[A-Za-z]{8,100}$/.test(text) || !/[a-z][A-Z]/.test(text) || ABBREVIATED.test(text)) return false;
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]{1,100}(?![a-z])/g) ?? [];
  const letters = text.toLowerCase();
  const pairs = letters.length - 1;
  let common = 0;
  for (let n = 0; n < pairs; n += 1)
    if (FOLLOWERS[letters.charAt(n)]?.includes(letters.charAt(n + 1))) common += 1;
  return text.length / words.length <= MOST_LETTERS_PER_WORD && common / pairs <= MOST_COMMON_PAIRS;
}
