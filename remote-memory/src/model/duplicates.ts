/** Finds exact and near-duplicates of memories before an import. */

/** A text without what does not matter for its meaning: case, signs, spaces. */
export function normalizedText(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

/** Texts that share at least this part of their words are near-duplicates. */
const NEAR = 0.8;
/** A shorter text has too few words to be compared by them. */
const LEAST_WORDS = 4;

export interface Known {
  id: string;
  /** For showing the duplicate. */
  title: string;
}

export type Match =
  | { kind: 'exact'; known: Known }
  /** How much they share, 0 to 1. */
  | { kind: 'near'; known: Known; share: number };

/** Of so many words, ordered alike everywhere, two near texts share at least one of the first ones. */
const telling = (size: number) => size - Math.ceil(NEAR * size) + 1;

/** With so many a known text is compared to find the best; further ones only while nothing resembles them. */
const COMPARED = 100;

const wordsIn = (text: string) => new Set(text === '' ? [] : text.split(' '));

/** Numbers the words of all texts, the rarest first. */
function rankWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const text of texts) for (const word of wordsIn(text)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const words = [...uses].sort(([, one], [, other]) => one - other);
  return new Map(words.map(([word], rank) => [word, rank]));
}

interface Words {
  text: string;
  /** How many different ones. */
  size: number;
  /** The ranks of those that a candidate has, the rarest first. */
  ranks: Int32Array;
}

/**
 * Compares candidates with very many known texts, one known text after the other, keeping only what matches. An index from
 * the rarest words of each candidate to it finds those that a known text could resemble; only they are compared.
 */
export function duplicateFinder(raws: readonly string[]) {
  const texts = raws.map(normalizedText);
  const rankOf = rankWords(texts);
  const read = (text: string): Words => {
    const words = [...wordsIn(text)];
    const ranks = words.map((word) => rankOf.get(word)).filter((rank) => rank !== undefined);
    return { text, size: words.length, ranks: Int32Array.from(ranks).sort() };
  };
  const candidates = texts.map(read);
  const byText = new Map<string, number[]>();
  const byRank = new Map<number, number[]>();
  const add = <Key>(index: Map<Key, number[]>, key: Key, at: number) => {
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  };
  candidates.forEach(({ text, size, ranks }, at) => {
    add(byText, text, at);
    if (size >= LEAST_WORDS) for (const rank of ranks.subarray(0, telling(size))) add(byRank, rank, at);
  });
  const matches: (Match | null)[] = texts.map(() => null);

  function share(one: Words, other: Words): number {
    if (Math.min(one.size, other.size) < NEAR * Math.max(one.size, other.size)) return 0;
    let shared = 0;
    for (let here = 0, there = 0; here < one.ranks.length && there < other.ranks.length;) {
      const difference = (one.ranks[here] ?? 0) - (other.ranks[there] ?? 0);
      if (difference === 0) shared++;
      if (difference <= 0) here++;
      if (difference >= 0) there++;
    }
    return shared / (one.size + other.size - shared);
  }

  /** Compares a known text. `after`: only with candidates behind this place, for texts of the same file. */
  function learn(known: Known, words: Words, after = -1): void {
    if (words.text === '') return;
    for (const at of byText.get(words.text) ?? []) if (at > after) matches[at] = { kind: 'exact', known };
    // The words that no candidate has are the rarest of all.
    const unused = words.size - words.ranks.length;
    const seen = new Set<number>();
    for (const rank of words.ranks.subarray(0, Math.max(0, telling(words.size) - unused))) {
      for (const at of byRank.get(rank) ?? []) {
        const candidate = candidates[at];
        const best = matches[at] ?? null;
        if (!candidate || at <= after || best?.kind === 'exact' || seen.has(at)) continue;
        if (best !== null && seen.size >= COMPARED) continue;
        seen.add(at);
        const common = share(candidate, words);
        if (common >= NEAR && (best === null || common > best.share))
          matches[at] = { kind: 'near', known, share: common };
      }
    }
  }

  return {
    /** The memory in the workspace. */
    learn: (known: Known, raw: string) => learn(known, read(normalizedText(raw))),
    /** Of two that are alike in the file itself, the later one is the duplicate. */
    learnFile(): void {
      candidates.forEach((candidate, at) =>
        learn({ id: '', title: `number ${at + 1} of the file` }, candidate, at),
      );
    },
    matches: (): readonly (Match | null)[] => matches,
  };
}
