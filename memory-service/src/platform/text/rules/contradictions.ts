/**
 * Finds two sentences that are alike and differ in a value, a negation or a choice. It compares words, and knows no grammar: what it finds
 * is shown to a person, who keeps one of the two, or both.
 */
import { diffArrays } from 'diff';
import { STOP_WORDS } from './stopWords';
import type { Ground } from '../../../schema/proposals';

interface Place {
  from: number;
  length: number;
}

export interface Contradiction {
  ground: Ground;
  older: Place;
  newer: Place;
}

/** A sentence as it is compared. */
export interface Statement extends Place {
  /** Its words in order, without negations and words that change nothing. */
  words: readonly string[];
  /** Those that say something. */
  telling: ReadonlySet<string>;
  isNegated: boolean;
  /** It tells what happened. What happened once is contradicted by nothing that happened another time. */
  isStory: boolean;
}

/** Characters of a text that are looked at, its sentences, and the characters of one. */
export const MOST_CHARACTERS = 8000;
const MOST_STATEMENTS = 40;
const LONGEST_STATEMENT = 300;

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const NEGATIONS = set(
  `not no never cannot without neither nor none nicht kein keine keinen keiner keinem nie niemals ohne ne pas jamais sans aucun aucune nunca
  jamás sin não nem sem non mai senza niet geen nooit zonder не нет никогда без nie bez 不 没 沒 未 无 無 别 勿 ない ません ず 안 않 못 없`,
);
const CONTRACTED_NEGATION = /n't$/;
/** Words that come and go with a negation or a change, or change nothing. */
const FILLERS = set(
  `a an the any more longer anymore now currently still always do does did jetzt nun mehr immer der die das den dem la le les plus maintenant
  toujours el los las ya ahora siempre più ora meer nu でも もう 今 的 了 都 may might can could must shall should will would`,
);
const NUMBER_WORDS = set(
  `one two three four five six seven eight nine ten eleven twelve ein eine zwei drei vier fünf sechs sieben acht neun zehn deux trois quatre
  cinq sept huit neuf dix uno dos tres cuatro cinco seis siete ocho nueve diez`,
);
const PAST = set(
  `was were had did saw got took went came fell rose broke war waren wurde wurden hatte hatten était étaient avait fue fueron había foi`,
);
const PAST_ENDING = /^\p{L}{3,}ed$|でした$|ました$/u;
const STATES = set('is are be been being must should');

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const isNumber = (word: string) => /^\p{N}/u.test(word) || NUMBER_WORDS.has(word);
/** The plural of a long word is the same word. */
const formOf = (word: string) => (word.length > 4 ? word.replace(/(?<!s)s$/, '') : word);

const isNegation = (word: string) => NEGATIONS.has(word) || CONTRACTED_NEGATION.test(word);

/** “ne … pas” is one negation. */
function negationsIn(words: readonly string[]): number {
  const found = words.filter(isNegation);
  return found.length > 1 && found.includes('ne') ? found.length - 1 : found.length;
}

function statementIn(sentence: string, from: number): Statement {
  const found = Array.from(segmenter.segment(sentence.replaceAll('’', "'")), ({ segment, isWordLike }) =>
    isWordLike || segment === '#' ? segment : '',
  ).filter((word) => word !== '');
  const lower = found.map((word) => word.toLowerCase());
  // A single capital names something: “tenant A”.
  const words = lower.filter(
    (word, place) =>
      !isNegation(word) && (!FILLERS.has(word) || (place > 0 && /^\p{Lu}$/u.test(found[place] ?? ''))),
  );
  const forms = words.map(formOf);
  return {
    from,
    length: sentence.length,
    words: forms,
    telling: new Set(words.filter(says).map(formOf)),
    isNegated: negationsIn(lower) % 2 === 1,
    isStory:
      PAST_ENDING.test(sentence.replace(/[。.!]$/, '')) ||
      lower.some(
        (word, place) => PAST.has(word) || (PAST_ENDING.test(word) && !STATES.has(lower[place - 1] ?? '')),
      ),
  };
}

/** What ends a sentence: a mark before a blank, or the line. */
const END = /[.!?](?=\s|$)|。|\n|$/g;

/** The sentences of a text; questions and what is too long to compare are left out. */
export function statementsIn(text: string): Statement[] {
  const statements: Statement[] = [];
  let index = 0;
  for (const end of text.slice(0, MOST_CHARACTERS).matchAll(END)) {
    const whole = text.slice(index, end.index + end[0].length);
    const sentence = whole.trim();
    const from = index + (whole.length - whole.trimStart().length);
    index = end.index + end[0].length;
    if (sentence.length > LONGEST_STATEMENT || sentence.endsWith('?')) continue;
    const statement = statementIn(sentence, from);
    if (statement.telling.size >= FEWEST_SHARED) statements.push(statement);
    if (statements.length === MOST_STATEMENTS) break;
  }
  return statements;
}

/** Words in common that say something, and the share of all words. */
const FEWEST_SHARED = 2;
const LEAST_SHARE = 0.5;
/**
 * Words before and behind a value or a choice, which is said at the end: what is said before is what the sentence is about (“tests of search
 * hid a broken label” tells another case than “tests of billing hid …”).
 */
const FEWEST_BEFORE = 2;
const MOST_BEHIND = 3;
/** Words beside a value that may be others: “is 30”, “was raised to 60”. */
const MOST_BESIDE = 3;

const says = (word: string) => !STOP_WORDS.has(word) && !isNumber(word) && word !== '#';

/** Words that stand in the place of others, and those before them. */
interface Difference {
  older: string[];
  newer: string[];
  before: string[];
}

function differencesOf(older: readonly string[], newer: readonly string[]) {
  const differences: Difference[] = [];
  const shared: string[] = [];
  let current: Difference | undefined;
  for (const { added, removed, value } of diffArrays([...older], [...newer])) {
    if (!added && !removed) {
      shared.push(...value);
      current = undefined;
      continue;
    }
    if (!current) differences.push((current = { older: [], newer: [], before: [...shared] }));
    (added ? current.newer : current.older).push(...value);
  }
  return { differences, shared };
}

/** One number each, the newer one beside one word at most that says something, such as “raised”. */
function isOtherValue({ older, newer, before }: Difference): boolean {
  const [left, right] = [older, newer].map((words) => ({
    numbers: words.filter(isNumber).length,
    beside: words.filter((word) => !isNumber(word)).length,
    telling: words.filter(says).length,
  })) as [Record<'numbers' | 'beside' | 'telling', number>, Record<'numbers' | 'beside' | 'telling', number>];
  return (
    left.numbers === 1 &&
    right.numbers === 1 &&
    left.beside <= MOST_BESIDE &&
    right.beside <= MOST_BESIDE &&
    left.telling === 0 &&
    right.telling <= 1 &&
    before.at(-1) !== '#'
  );
}

/** One word each that says something. */
const isOtherChoice = ({ older, newer }: Difference, a: Statement, b: Statement): boolean =>
  older.length === 1 && newer.length === 1 && a.telling.has(older[0] ?? '') && b.telling.has(newer[0] ?? '');

/** What two sentences contradict each other by, or null. `isJudged`: somebody decides afterwards, so that more is answered. */
function groundOf(older: Statement, newer: Statement, isJudged: boolean): Ground | null {
  if ([...older.telling].filter((word) => newer.telling.has(word)).length < FEWEST_SHARED) return null;
  const { differences, shared } = differencesOf(older.words, newer.words);
  if (shared.filter(says).length < FEWEST_SHARED) return null;
  if ((2 * shared.length) / (older.words.length + newer.words.length) < LEAST_SHARE) return null;
  const isTurned = older.isNegated !== newer.isNegated;
  if (isTurned && (differences.length === 0 || isJudged)) return 'negation';
  const [difference] = differences;
  if (isTurned || !difference || (differences.length > 1 && !isJudged)) return null;
  if (isJudged) return differences.some(({ newer: words }) => words.some(isNumber)) ? 'value' : 'choice';
  const behind = shared.length - difference.before.length;
  if (difference.before.length < FEWEST_BEFORE || behind > MOST_BEHIND) return null;
  if (older.isStory && newer.isStory) return null;
  if (isOtherValue(difference)) return 'value';
  return isOtherChoice(difference, older, newer) ? 'choice' : null;
}

/** Words that stand in the place of as many others, where sentences are built alike. */
const MOST_REPLACED = 2;

/**
 * Whether two sentences are built alike, with other words in the same places: they are about two things, or one of them has changed. Whoever
 * says the same in other words builds another sentence.
 */
function isOfAnother(a: Statement, b: Statement): boolean {
  // At most so many are the same in both, in whatever order: most pairs need no closer look.
  const known = new Set(a.words);
  const most = b.words.filter((word) => known.has(word)).length;
  if ((2 * most) / (a.words.length + b.words.length) < LEAST_SHARE) return false;
  const { differences, shared } = differencesOf(a.words, b.words);
  const told = shared.filter((word) => a.telling.has(word)).length;
  if (told < FEWEST_SHARED || (2 * shared.length) / (a.words.length + b.words.length) < LEAST_SHARE)
    return false;
  const tells = ({ telling }: Statement, words: readonly string[]) =>
    words.some((word) => telling.has(word) || isNumber(word));
  return (
    differences.every(({ older, newer }) => older.length === newer.length && older.length <= MOST_REPLACED) &&
    // The number of a pull request says where it was written down, not what about.
    differences.some(
      ({ older, newer, before }) => before.at(-1) !== '#' && tells(a, older) && tells(b, newer),
    )
  );
}

/** The statements of one text that the other one does not have. */
function without(statements: readonly Statement[], others: readonly Statement[]): Statement[] {
  const said = new Set(others.map(({ words }) => words.join(' ')));
  return statements.filter(({ words }) => !said.has(words.join(' ')));
}

/** Whether two texts say the same of two things: “the pool of billing ran dry” and “the pool of search ran dry”. */
export function areOfDifferentThings(a: readonly Statement[], b: readonly Statement[]): boolean {
  const others = without(b, a);
  return without(a, b).some((one) => others.some((other) => isOfAnother(one, other)));
}

/** The first pair of an older and a newer text that contradicts each other, or null. */
export function findContradiction(
  older: readonly Statement[],
  newer: readonly Statement[],
  isJudged = false,
): Contradiction | null {
  for (const a of older)
    for (const b of newer) {
      const ground = groundOf(a, b, isJudged);
      if (!ground) continue;
      // What one of them says itself as well is no contradiction of the two.
      const isSaidByBoth =
        older.some((own) => own !== a && groundOf(own, a, false)) ||
        newer.some((own) => own !== b && groundOf(b, own, false));
      if (!isSaidByBoth) return { ground, older: placeOf(a), newer: placeOf(b) };
    }
  return null;
}

const placeOf = ({ from, length }: Place): Place => ({ from, length });
