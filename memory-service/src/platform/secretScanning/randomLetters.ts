/** Tells letters that a generator chose from names that people make of words, such as `userPassword` or `AbstractTokenProvider`. */

/** The letters that often follow each letter within words: nineteen of twenty pairs in names and texts are among these. */
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

/** Words of names are longer on average, and fewer of their pairs are rare; one name in a thousand stays within both limits, and nine of ten generated texts do. */
const MOST_LETTERS_PER_WORD = 3.5;
const MOST_COMMON_PAIRS = 0.6;

/** Abbreviations that names of secrets are made of. */
const ABBREVIATED = /(?:Pwd?|Pass|Key|Db|Env|Cfg|^(?:pwd?|pass|key|db|env|cfg))(?![a-z])/;

/** Whether a text is letters only, of both cases within it, and not made of words. */
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
