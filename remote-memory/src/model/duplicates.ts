/** Finds what is remembered already, exactly or nearly, before it is imported. */

/** A text without what does not matter for its meaning: case, signs, spaces. */
export function normalizedText(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

/** From this share of common words on, two texts are near. */
export const NEAR = 0.8;
/** A shorter text has too few words to be compared by them. */
const LEAST_WORDS = 4;

export interface Known {
  id: string;
  /** For showing what it resembles. */
  title: string;
}

export type Match =
  | { kind: 'exact'; known: Known }
  /** How much they share, 0 to 1. */
  | { kind: 'near'; known: Known; share: number };

interface Candidate {
  text: string;
  words: Set<string>;
}

/**
 * Compares a few candidates with very many known texts, one known text after the other, keeping only what matches. An index
 * from words to candidates finds those that a known text could resemble.
 */
export function duplicateFinder(texts: readonly string[]) {
  const candidates: Candidate[] = texts.map((raw) => {
    const text = normalizedText(raw);
    return { text, words: new Set(text.split(' ').filter((word) => word !== '')) };
  });
  const byText = new Map<string, number[]>();
  const byWord = new Map<string, number[]>();
  const add = (index: Map<string, number[]>, key: string, at: number) => {
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  };
  candidates.forEach(({ text, words }, at) => {
    add(byText, text, at);
    if (words.size >= LEAST_WORDS) for (const word of words) add(byWord, word, at);
  });
  const matches: (Match | null)[] = texts.map(() => null);

  /** Told of a known text. `before`: only candidates up to this place, for texts of the same file. */
  function learn(known: Known, raw: string, before = candidates.length, after = -1): void {
    const text = normalizedText(raw);
    if (text === '') return;
    const isMeant = (at: number) => at > after && at < before;
    for (const at of byText.get(text) ?? []) if (isMeant(at)) matches[at] = { kind: 'exact', known };
    const words = new Set(text.split(' '));
    const common = new Map<number, number>();
    for (const word of words) {
      for (const at of byWord.get(word) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
    }
    for (const [at, shared] of common) {
      const candidate = candidates[at];
      const best = matches[at];
      if (!candidate || !isMeant(at) || best?.kind === 'exact') continue;
      const share = shared / (candidate.words.size + words.size - shared);
      if (share >= NEAR && (best === null || best === undefined || share > best.share)) {
        matches[at] = { kind: 'near', known, share };
      }
    }
  }

  return {
    /** What is in the workspace. */
    learn: (known: Known, text: string) => learn(known, text),
    /** Of two that are alike in the file itself, the later one is the duplicate. */
    learnFile(): void {
      texts.forEach((text, at) =>
        learn({ id: '', title: `number ${at + 1} of the file` }, text, candidates.length, at),
      );
    },
    matches: (): readonly (Match | null)[] => matches,
  };
}
