/**
 * Finds two sentences that are alike and differ in a value, a negation or a choice. It compares words, and knows no grammar: what it finds
 * is shown to a person, who keeps one of the two, or both.
 */
import { diffArrays } from 'diff';
import { LRUCache } from 'lru-cache';
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
  /** Its numbers by the word that follows each: “72 hours”. Null where two are said of one. */
  amounts: ReadonlyMap<string, string | null>;
  isNegated: boolean;
  /** More than one negation: what they negate is not known. */
  isUnclear: boolean;
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

/** Names of weekdays and months: said of one thing, another one is another value. */
const DAYS: ReadonlySet<string> = new Set(
  'en de fr es it pt nl pl ru'.split(' ').flatMap((locale) => {
    const [weekdays, months] = (['weekday', 'month'] as const).map(
      (part) => new Intl.DateTimeFormat(locale, { [part]: 'long', timeZone: 'UTC' }),
    );
    return Array.from({ length: 12 }, (_, n) => [
      weekdays!.format(Date.UTC(2024, 0, n)).toLowerCase(),
      months!.format(Date.UTC(2024, n)).toLowerCase(),
    ]).flat();
  }),
);

/** Units that are no telling words. */
const UNITS = set(
  'second minute hour day days week weeks month year years percent sekunden minuten stunden tage wochen monate jahre prozent',
);

/** “max”, “min”. */
const LONGEST_BOUND = 3;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** The plural of a long word is the same word. */
const normalizeWord = (word: string) => (word.length > 4 ? word.replace(/(?<!s)s$/, '') : word);
/** The segmenter takes “09:30” for two words. */
const TIME = /(?<![\d:.])(\d{1,2}):(?=\d\d(?![\d:]))/g;
const isDay = (word: string) => DAYS.has(word) || DAYS.has(normalizeWord(word));
/** A day or a time, which names nothing. */
const isMoment = (word: string) => /^\d{1,2}'\d\d$/.test(word) || isDay(word);
const isNumber = (word: string) => /^\p{N}/u.test(word) || NUMBER_WORDS.has(word);
const isValue = (word: string) => isNumber(word) || isDay(word);

const isNegation = (word: string) => NEGATIONS.has(word) || CONTRACTED_NEGATION.test(word);

/** “ne … pas” is one negation. */
function negationsIn(words: readonly string[]): number {
  const found = words.filter(isNegation);
  return found.length > 1 && found.includes('ne') ? found.length - 1 : found.length;
}

/** “door 3 opens” names a door, “max 3 doors” counts them. */
const isBehindName = (before: string) => before.length > LONGEST_BOUND && isTellingWord(before);

function statementIn(sentence: string, from: number): Statement {
  const found = Array.from(
    segmenter.segment(sentence.replaceAll('’', "'").replace(TIME, "$1'")),
    ({ segment, isWordLike }) => (isWordLike || segment === '#' ? segment : ''),
  ).filter((word) => word !== '');
  const lower = found.map((word) => word.toLowerCase());
  // A single capital names something: “tenant A”.
  const words = lower.filter(
    (word, place) =>
      !isNegation(word) && (!FILLERS.has(word) || (place > 0 && /^\p{Lu}$/u.test(found[place] ?? ''))),
  );
  const forms = words.map(normalizeWord);
  const amounts = new Map<string, string | null>();
  for (const [at, form] of forms.entries()) {
    const unit = forms[at + 1];
    const before = forms[at - 1] ?? '';
    const isUnit = unit !== undefined && (UNITS.has(unit) || (isTellingWord(unit) && !isBehindName(before)));
    if (isUnit && isNumber(form)) amounts.set(unit, amounts.has(unit) ? null : form);
  }
  return {
    amounts,
    from,
    length: sentence.length,
    words: forms,
    telling: new Set(words.filter(isTellingWord).map(normalizeWord)),
    isNegated: negationsIn(lower) % 2 === 1,
    isUnclear: negationsIn(lower) > 1,
    isStory:
      PAST_ENDING.test(sentence.replace(/[。.!]$/, '')) ||
      lower.some(
        (word, place) => PAST.has(word) || (PAST_ENDING.test(word) && !STATES.has(lower[place - 1] ?? '')),
      ),
  };
}

/** What ends a sentence: a mark before a blank, or the line. */
const END = /[.!?;](?=\s|$)|。|\n|$/g;

/** A memory is compared with dozens, and each of them with dozens more: what one says is worked out once. */
const remembered = new LRUCache<string, readonly Statement[]>({
  maxSize: 500_000,
  sizeCalculation: (_statements, text) => text.length + 1,
});

/** The sentences of a text; questions and what is too long to compare are left out. */
export function statementsIn(text: string): readonly Statement[] {
  const known = remembered.get(text);
  if (known) return known;
  const statements = splitStatements(text);
  remembered.set(text, statements);
  return statements;
}

function splitStatements(text: string): Statement[] {
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

const isTellingWord = (word: string) => !STOP_WORDS.has(word) && !isNumber(word) && word !== '#';

/** Words that stand in the place of others, and those before them. */
interface Difference {
  older: string[];
  newer: string[];
  before: string[];
}

function findDifferences(older: readonly string[], newer: readonly string[]) {
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

/** The share of the telling words of the shorter sentence, for a value that is said in another sentence. */
const LEAST_OF_SHORTER = 0.8;
const FEWEST_OF_OTHER = 3;

/** The same of the same thing with another number: “within 72 hours” and “within 48 hours”, whatever the order of the words. */
function isOtherAmount(a: Statement, b: Statement, differences: readonly Difference[]): boolean {
  const shared = [...a.telling].filter((word) => b.telling.has(word)).length;
  if (shared < FEWEST_OF_OTHER || shared < LEAST_OF_SHORTER * Math.min(a.telling.size, b.telling.size))
    return false;
  const names = ({ telling }: Statement, words: readonly string[]) =>
    words.some((word) => telling.has(word) || /^\p{L}$/u.test(word));
  const isOfAnother = differences.some(
    ({ older, newer }) => older.length === newer.length && names(a, older) && names(b, newer),
  );
  const others = [...a.amounts].filter(([unit, amount]) => {
    const other = b.amounts.get(unit);
    return amount !== null && other != null && amount !== other;
  });
  return !isOfAnother && others.length === 1;
}

/** Two words have changed places: “jest over vitest” and “vitest over jest”. */
function isSwapped(a: Statement, b: Statement): boolean {
  const length = Math.min(a.words.length, b.words.length);
  const others = [...Array(length).keys()].filter((at) => a.words[at] !== b.words[at]);
  const [first = 0, second = 0] = others;
  return (
    others.length === 2 &&
    a.words[first] === b.words[second] &&
    a.words[second] === b.words[first] &&
    [first, second].every((at) => !isNumber(a.words[at] ?? ''))
  );
}

/** Numbers alone, or one number each, the newer one beside one word at most that says something, such as “raised”. */
function isOtherValue({ older, newer, before }: Difference): boolean {
  const [left, right] = [older, newer].map((words) => ({
    numbers: words.filter(isValue).length,
    beside: words.filter((word) => !isValue(word)).length,
    telling: words.filter((word) => isTellingWord(word) && !isDay(word)).length,
  })) as [Record<'numbers' | 'beside' | 'telling', number>, Record<'numbers' | 'beside' | 'telling', number>];
  const areNumbersAlone = left.beside === 0 && right.beside === 0;
  return (
    left.numbers > 0 &&
    right.numbers > 0 &&
    (areNumbersAlone || left.numbers === right.numbers) &&
    (left.numbers === 1 || areNumbersAlone || [...older, ...newer].filter(isValue).every(isMoment)) &&
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

/** What two sentences contradict each other by, or null. `isJudged`: someone decides afterwards, so that more is answered. */
function findGround(older: Statement, newer: Statement, isJudged: boolean): Ground | null {
  if ([...older.telling].filter((word) => newer.telling.has(word)).length < FEWEST_SHARED) return null;
  const { differences, shared } = findDifferences(older.words, newer.words);
  const areStories = older.isStory && newer.isStory;
  if (!areStories && older.isNegated === newer.isNegated) {
    if (isOtherAmount(older, newer, differences)) return 'value';
    if (isSwapped(older, newer)) return 'choice';
  }
  if (shared.filter(isTellingWord).length < FEWEST_SHARED) return null;
  if ((2 * shared.length) / (older.words.length + newer.words.length) < LEAST_SHARE) return null;
  const isTurned = older.isNegated !== newer.isNegated;
  const moments = differences.find(({ older: a, newer: b }) => a.some(isMoment) && b.some(isMoment));
  const difference = moments ?? differences[0];
  const isTail =
    differences.length === 1 &&
    difference?.before.length === shared.length &&
    (older.isNegated ? difference.older : difference.newer).length === 0 &&
    (older.isNegated ? difference.newer : difference.older).length <= MOST_BESIDE;
  if (isTurned && (differences.length === 0 || isTail || isJudged)) return 'negation';
  if (isTurned || !difference || (differences.length > 1 && !isJudged && !moments)) return null;
  if (isJudged) return differences.some(({ newer: words }) => words.some(isNumber)) ? 'value' : 'choice';
  const behind = shared.length - difference.before.length;
  if (difference.before.length < FEWEST_BEFORE || (behind > MOST_BEHIND && !moments)) return null;
  if (areStories || differences.some((one) => one !== difference && one.older.length * one.newer.length > 0))
    return null;
  if (isOtherValue(difference)) return 'value';
  return isOtherChoice(difference, older, newer) ? 'choice' : null;
}

/** Words that stand in the place of as many others, where sentences are built alike. */
const MOST_REPLACED = 2;

/**
 * Whether two sentences are built alike, with other words in the same places: they are about two things, or one of them has changed. Anyone who
 * says the same in other words builds another sentence.
 */
function isOfAnother(a: Statement, b: Statement): boolean {
  // At most so many are the same in both, in whatever order: most pairs need no closer look.
  const known = new Set(a.words);
  const most = b.words.filter((word) => known.has(word)).length;
  if ((2 * most) / (a.words.length + b.words.length) < LEAST_SHARE) return false;
  const { differences, shared } = findDifferences(a.words, b.words);
  const told = shared.filter((word) => a.telling.has(word)).length;
  // Two words in the place of others in one sentence say it as surely as two that are the same.
  const isBuiltAlike = told + (differences.length > 1 ? 1 : 0) >= FEWEST_SHARED;
  if (!isBuiltAlike || (2 * shared.length) / (a.words.length + b.words.length) < LEAST_SHARE) return false;
  const containsTellingWord = ({ telling }: Statement, words: readonly string[]) =>
    words.some((word) => telling.has(word) || isNumber(word));
  return (
    differences.every(({ older, newer }) => older.length === newer.length && older.length <= MOST_REPLACED) &&
    // The number of a pull request says where it was written down, not what about.
    differences.some(
      ({ older, newer, before }) =>
        before.at(-1) !== '#' && containsTellingWord(a, older) && containsTellingWord(b, newer),
    )
  );
}

/** The statements of one text that the other one does not have. */
function subtractStatements(statements: readonly Statement[], others: readonly Statement[]): Statement[] {
  const said = new Set(others.map(({ words }) => words.join(' ')));
  return statements.filter(({ words }) => !said.has(words.join(' ')));
}

/** Whether two texts say the same of two things: “the pool of billing ran dry” and “the pool of search ran dry”. */
export function areOfDifferentThings(a: readonly Statement[], b: readonly Statement[]): boolean {
  const others = subtractStatements(b, a);
  return subtractStatements(a, b).some((one) => others.some((other) => isOfAnother(one, other)));
}

/** Whether one text negates what the other one says in about the same words. */
export const isTurned = (a: readonly Statement[], b: readonly Statement[]): boolean =>
  a.some((one) =>
    b.some((other) => {
      const shared = one.words.filter((word) => other.words.includes(word)).length;
      return (
        one.isNegated !== other.isNegated &&
        !(one.isUnclear || other.isUnclear) &&
        (2 * shared) / (one.words.length + other.words.length) >= LEAST_SHARE
      );
    }),
  );

/** The first pair of an older and a newer text that contradicts each other, or null. */
export function findContradiction(
  older: readonly Statement[],
  newer: readonly Statement[],
  isJudged = false,
): Contradiction | null {
  for (const a of older)
    for (const b of newer) {
      const ground = findGround(a, b, isJudged);
      if (!ground) continue;
      // What one of them says itself as well is no contradiction of the two.
      const isSaidByBoth =
        older.some((own) => own !== a && findGround(own, a, false)) ||
        newer.some((own) => own !== b && findGround(b, own, false));
      if (!isSaidByBoth) return { ground, older: describePlace(a), newer: describePlace(b) };
    }
  return null;
}

const describePlace = ({ from, length }: Place): Place => ({ from, length });
