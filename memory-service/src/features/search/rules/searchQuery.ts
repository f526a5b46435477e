/** What a person or an agent typed into a search: words that may match, phrases that must, and what must not occur. */

export interface SearchQuery {
  /** All that counts for the ranking, phrases included. */
  text: string;
  /** Quoted: each must occur, its words side by side. */
  phrases: string[];
  /** Behind a minus sign: none may occur. What is a flag of a command or a number behind it is a word. */
  excluded: string[];
}

/** Longer queries are cut: nobody types them, and rare words stand at their beginning as often as at their end. */
const MAX_CHARACTERS = 4_000;
/** Each phrase is one more condition for every candidate. */
const MAX_PHRASES = 10;

/** An optional minus sign, then a quoted phrase or a word. A quote that is never closed is no quote. */
const PART = /(^|\s)(-?)(?:"([^"]+)"|(\S+))/gu;
/** A word of a command line: `--force`, `-rf`, `-target=web`. To exclude a word of one or two letters, quote it. */
const FLAG = /(?:^|\s)(?:--+[\p{L}\p{N}]|-\p{L}[\p{L}\p{N}]?(?=[^\p{L}\p{N}\s-]*(?:\s|$))|-\p{L}[^\s"=]*=)/u;
/** `-3`: a number, not the exclusion of one. */
const NUMBER = /^\.?\p{N}/u;

/** Whether a text has a letter or a digit. */
const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Reads a query. Any text is one: what is no operator is words. With `isCommand` a minus sign before a word is the sign of a flag. */
export function parseQuery(given: string, isCommand = false): SearchQuery {
  const query: SearchQuery = { text: '', phrases: [], excluded: [] };
  const words: string[] = [];
  const text = given.slice(0, MAX_CHARACTERS).replaceAll('\0', ' ');
  // Who quotes a command does not exclude: other hyphens in it stand before flags too.
  const hasFlags = isCommand || FLAG.test(text);
  for (const [, , sign = '', quoted, word] of text.matchAll(PART)) {
    const part = (quoted ?? word ?? '').trim();
    if (!hasWord(part)) continue;
    const isWord = quoted === undefined && (hasFlags || NUMBER.test(part));
    if (sign && !isWord) query.excluded.push(part);
    else {
      words.push(hasFlags && quoted === undefined ? sign + part : part);
      if (quoted !== undefined) query.phrases.push(part);
    }
  }
  return {
    text: words.join(' '),
    phrases: query.phrases.slice(0, MAX_PHRASES),
    excluded: query.excluded.slice(0, MAX_PHRASES),
  };
}
