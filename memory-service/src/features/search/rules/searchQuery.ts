/** Parses a search query: words that may match, phrases that must, and exclusions. */

export interface SearchQuery {
  /** All text that counts for the ranking, phrases included. */
  text: string;
  /** Quoted: each must occur, its words side by side. */
  phrases: string[];
  /** After a minus sign: none may occur. Command flags and numbers after one are words. */
  excluded: string[];
}

/** Longer queries are truncated: nobody types them, and rare words are as likely at the beginning as at the end. */
const MAX_CHARACTERS = 4_000;
/** Each phrase adds a condition for every candidate. */
const MAX_PHRASES = 10;

/** An optional minus sign, then a quoted phrase or a word. An unclosed quote is ignored. */
const PART = /(^|\s)(-?)(?:"([^"]+)"|(\S+))/gu;
/** A word of a command line: `--force`, `-rf`, `-target=web`. To exclude a word of one or two letters, quote it. */
const FLAG = /(?:^|\s)(?:--+[\p{L}\p{N}]|-\p{L}[\p{L}\p{N}]?(?=[^\p{L}\p{N}\s-]*(?:\s|$))|-\p{L}[^\s"=]*=)/u;
/** `-3`: a number, not the exclusion of one. */
const NUMBER = /^\.?\p{N}/u;

/** Whether a text has a letter or a digit. */
const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/**
 * Parses a query. Any text is valid: anything that is not an operator is a word. With `isCommand`, a minus sign before a word marks a flag.
 */
export function parseQuery(given: string, isCommand = false): SearchQuery {
  const query: SearchQuery = { text: '', phrases: [], excluded: [] };
  const words: string[] = [];
  const text = given.slice(0, MAX_CHARACTERS).replaceAll('\0', ' ');
  // A pasted command excludes nothing: its other hyphens precede flags too.
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
