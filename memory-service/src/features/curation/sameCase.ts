/** Distinguishes a memory that repeats another one from a memory about another case in the same words. */
import { splitSentences } from '../../platform/text/tokenizer';

/** Words, numbers and names as written. */
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}_.\-/+:%]*/gu;
/** Written like a name or a value: contains a digit, punctuation or an inner capital. */
const NAME = /[\p{N}_./+:%-]|\p{Ll}\p{Lu}/u;
const NUMBER = /^\p{N}/u;
/** The number after these words, like a date, says where something was recorded, not what it is about. */
const REFERENCES = new Set('pr issue ticket commit build run session attempt day week'.split(' '));
const DATE = /^\d{4}-\d{2}(-\d{2})?(t[\d:.]+z?)?$/;
/** Number of differing names in the same positions that makes two texts different cases, if the first sentences do not. */
const OTHER_NAMES = 2;
/** Characters of a text that are examined. */
const LONGEST_TEXT = 4000;

interface Place {
  word: string;
  isName: boolean;
}

/** The word in each position, by its neighbors; null if the same neighbors occur with another word. */
type Places = Map<string, Place | null>;

/** The names in a text and their positions. */
export interface Wording {
  names: ReadonlySet<string>;
  /** All words of the first sentence, which is the title. */
  title: Places;
  /** The names of the other sentences. */
  rest: Places;
}

/** The positions of a word: between one word and two, and between two words and one. The end of a sentence counts as a neighbor. */
function keysAt(words: readonly string[], at: number): string[] {
  const [before2, before, after, after2] = [words[at - 2], words[at - 1], words[at + 1], words[at + 2]];
  return [
    ...(after === undefined ? [] : [`${before ?? ''} _ ${after} ${after2 ?? ''}`]),
    ...(before === undefined ? [] : [`${before2 ?? ''} ${before} _ ${after ?? ''}`]),
  ];
}

export function toWording(text: string): Wording {
  const wording = { names: new Set<string>(), title: new Map() as Places, rest: new Map() as Places };
  for (const [number, sentence] of splitSentences(text.slice(0, LONGEST_TEXT)).entries()) {
    const found = [...sentence.matchAll(TOKEN)].map(({ 0: match, index }) => ({
      raw: match.replace(/(?<![.\-/:])[.\-/:]+$/, ''),
      isNumbered: sentence[index - 1] === '#',
    }));
    const words = found.map(({ raw }) => raw.toLowerCase());
    for (const [at, { raw, isNumbered }] of found.entries()) {
      const word = words[at] ?? '';
      const isName = NAME.test(raw) || (at > 0 && /^\p{Lu}/u.test(raw));
      if (isName) wording.names.add(word);
      else if (number > 0) continue;
      if (isNumbered || REFERENCES.has(words[at - 1] ?? '') || DATE.test(word)) continue;
      const places = number === 0 ? wording.title : wording.rest;
      for (const key of keysAt(words, at)) {
        const known = places.get(key);
        places.set(key, known === undefined || known?.word === word ? { word, isName } : null);
      }
    }
  }
  return wording;
}

/** Names that occur in only one text each and differ only in a number: “build-mac-2” and “build-mac-3”. */
function differOnlyInNumber(a: Wording, b: Wording): boolean {
  const listForms = (own: Wording, other: Wording) =>
    [...own.names]
      .filter((name) => /^\p{L}.*\p{N}/u.test(name) && !other.names.has(name))
      .map((name) => name.replace(/\p{N}+/gu, '0'));
  const forms = new Set(listForms(a, b));
  return listForms(b, a).some((form) => forms.has(form));
}

/** Whether the other text mentions the name, too. Numbers do not count. */
const isNamedIn = ({ names }: Wording, { word, isName }: Place) =>
  isName && !NUMBER.test(word) && names.has(word);

/**
 * Whether two similar texts name different things in the same positions: “the pool of checkout-api ran dry” and “the pool of search-api ran
 * dry” are two cases, whatever else they share. A name in only one text or a differing word that is no name does not make another case.
 */
export function areDifferentCases(a: Wording, b: Wording): boolean {
  if (differOnlyInNumber(a, b)) return true;
  const otherNames = new Set<string>();
  let isReworded = false;
  for (const part of ['title', 'rest'] as const) {
    for (const [key, left] of a[part]) {
      const right = b[part].get(key);
      if (!left || !right || left.word === right.word || isNamedIn(b, left) || isNamedIn(a, right)) continue;
      if (!left.isName && !right.isName) isReworded = true;
      else if (part === 'title') return true;
      else otherNames.add(`${left.word} ${right.word}`);
    }
  }
  return otherNames.size + (isReworded ? 1 : 0) >= OTHER_NAMES;
}
