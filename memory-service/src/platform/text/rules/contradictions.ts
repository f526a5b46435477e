/**
 * Finds two similar sentences that differ in a value, a negation or a choice. Compares words without knowledge of grammar: a person reviews
 * each result and keeps one or both.
 */
import { diffArrays } from 'diff';
import { LRUCache } from 'lru-cache';
import { FUNCTION_WORDS, STOP_WORDS } from './stopWords';
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

interface Amount {
  number: string;
  behind: number;
}

/** A sentence prepared for comparison. */
export interface Statement extends Place {
  /** Its words in order, without negations. */
  words: readonly string[];
  /** Its significant words. */
  telling: ReadonlySet<string>;
  /** Its numbers by the word after each, “72 hours”, and by the two words before. Null if a key has two numbers. */
  amounts: ReadonlyMap<string, Amount | null>;
  isNegated: boolean;
  /** It tells a past event: another number belongs to another event, and contradicts nothing. */
  isStory: boolean;
  /** With more than one, it is unclear what they negate. */
  negations: number;
}

/** A memory that contradicts more others than this is part of a series of cases, each true by itself. */
export const MAX_CONTRADICTIONS = 3;
/** Limits: characters read of a text, its sentences, and characters of a sentence. */
export const MOST_CHARACTERS = 8000;
const MOST_STATEMENTS = 40;
const LONGEST_STATEMENT = 300;

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const NEGATIONS = set(
  `not no never cannot without neither nor none unless except nicht kein keine keinen keiner keinem nie niemals ohne ne pas jamais sans aucun aucune nunca
  jamás sin não nem sem non mai senza niet geen nooit zonder не нет никогда без nie bez 不 没 沒 未 无 無 别 勿 ない ません ず 안 않 못 없`,
);
const CONTRACTED_NEGATION = /n't$/;
/** Words after a negation that ends something: “no longer”, “nicht mehr”, “ne … plus”. */
const NEGATED = set('longer more anymore mehr plus más più meer');
const NUMBER_WORDS = set(
  `one two three four five six seven eight nine ten eleven twelve ein eine zwei drei vier fünf sechs sieben acht neun zehn deux trois quatre
  cinq sept huit neuf dix uno dos tres cuatro cinco seis siete ocho nueve diez`,
);
/** Names of weekdays or months: a different one for the same thing is a different value. */
const listNames = (part: 'weekday' | 'month'): ReadonlySet<string> =>
  new Set(
    'en de fr es it pt nl pl ru'.split(' ').flatMap((locale) => {
      const names = new Intl.DateTimeFormat(locale, { [part]: 'long', timeZone: 'UTC' });
      return Array.from({ length: 84 }, (_, n) =>
        names.format(Date.UTC(2024, n / 7, (n % 7) + 1)).toLowerCase(),
      );
    }),
  );
const WEEKDAYS = listNames('weekday');
const MONTHS = listNames('month');

/** Past tense verbs common in incident reports. */
const PAST = set(
  `was were had did saw seen found got took went came fell rose broke held ran hid grew kept lost sent war waren wurde wurden hatte hatten était étaient avait
  fue fueron había foi`,
);
const PAST_ENDING = /^\p{L}{3,}ed$/u;
/** “is stored”, “must be checked”: states, not events. */
const STATES = set('is are be been being must should');

/** “We agreed to keep traces for 7 days” states a rule, not an event. */
const isNarrative = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      (PAST.has(word) || PAST_ENDING.test(word)) &&
      !STATES.has(words[at - 1] ?? '') &&
      words[at + 1] !== 'to',
  );

/** Maximum length of a bound such as “max” or “min”. */
const LONGEST_BOUND = 3;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** Treats the plural of a long word as the singular. */
const normalizeWord = (word: string) => (word.length > 4 ? word.replace(/(?<!s)s$/, '') : word);
/** The segmenter splits “09:30” into two words. */
const TIME = /(?<![\d:.])(\d{1,2}):(?=\d\d(?![\d:]))/g;
const isWeekday = (word: string) => WEEKDAYS.has(word) || WEEKDAYS.has(normalizeWord(word));
const isDay = (word: string) => MONTHS.has(word) || isWeekday(word);
/** A weekday or a time of day, which recur. A date belongs to one event. */
const isMoment = (word: string) => /^\d{1,2}'\d\d$/.test(word) || isWeekday(word);
const isNumber = (word: string) => /^\p{N}/u.test(word) || NUMBER_WORDS.has(word);
const isValue = (word: string) => isNumber(word) || isDay(word);

const isNegation = (word: string) => NEGATIONS.has(word) || CONTRACTED_NEGATION.test(word);

/** Counts “ne … pas” as one negation. */
function negationsIn(words: readonly string[]): number {
  const found = words.filter(isNegation);
  return found.length > 1 && found.includes('ne') ? found.length - 1 : found.length;
}

/** “door 3 opens” names a door, “max 3 doors” counts them. */
const isBehindName = (before: string) => before.length > LONGEST_BOUND && isTellingWord(before);

/** Characters that join a word with a digit: “eu-west-1”, “2025/03/31”. */
const JOINTS = /(?<=[\p{L}\p{N}])[-./_@](?=[\p{L}\p{N}])/gu;

function wordsIn(sentence: string): string[] {
  const text = sentence
    .replaceAll('’', "'")
    .replace(TIME, "$1'")
    .replace(/\S+/g, (word) =>
      /\p{N}/u.test(word) && !word.includes("'") ? word.replace(JOINTS, '_') : word,
    );
  return Array.from(segmenter.segment(text), ({ segment, isWordLike }) =>
    isWordLike || segment === '#' ? segment : '',
  ).filter((word) => word !== '');
}

function amountsIn(words: readonly string[]): Map<string, Amount | null> {
  const amounts = new Map<string, Amount | null>();
  for (const [at, number] of words.entries()) {
    const [before2, before, unit] = [words[at - 2], words[at - 1], words[at + 1]];
    if (!isNumber(number) || before === '#') continue;
    const behind = words.slice(at + 1).filter(isTellingWord).length;
    const keys = [
      ...(unit === undefined || isNumber(unit) || isBehindName(before ?? '') ? [] : [unit]),
      ...(before2 === undefined || before === undefined ? [] : [`${before2} ${before} _`]),
    ];
    for (const key of keys) amounts.set(key, amounts.has(key) ? null : { number, behind });
  }
  return amounts;
}

function parseStatement(sentence: string, from: number): Statement {
  const lower = wordsIn(sentence).map((word) => word.toLowerCase());
  const negations = negationsIn(lower);
  const written = lower.filter((word) => !isNegation(word) && (negations === 0 || !NEGATED.has(word)));
  const words = written.map(normalizeWord);
  return {
    amounts: amountsIn(words),
    from,
    length: sentence.length,
    words,
    // “orders” is significant, “in order to” is not.
    telling: new Set(written.filter(isTellingWord).map(normalizeWord)),
    isNegated: negations % 2 === 1,
    isStory: isNarrative(lower),
    negations,
  };
}

/** End of a sentence: a punctuation mark before a space, or a line break. */
const END = /[.!?;](?=\s|$)|。|\n|$/g;

/** Code, links and document markup, which state nothing. */
const CODE = /^[[<#|]|\]\(|\]\[|[{}]|\s=\s|=>|<\/|[\w\])]\(|[)'"\]];?$/;

/** A memory is compared with dozens, and each of those with dozens more, so its statements are cached. */
const statementCache = new LRUCache<string, readonly Statement[]>({
  maxSize: 500_000,
  sizeCalculation: (_statements, text) => text.length + 1,
});

/** Splits a text into statements; skips questions and sentences too long to compare. */
export function findStatements(text: string): readonly Statement[] {
  const known = statementCache.get(text);
  if (known) return known;
  const statements = splitStatements(text);
  statementCache.set(text, statements);
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
    if (sentence.length > LONGEST_STATEMENT || sentence.endsWith('?') || CODE.test(sentence)) continue;
    const statement = parseStatement(sentence, from);
    if (statement.telling.size > 0 && statement.words.length > FEWEST_SHARED) statements.push(statement);
    if (statements.length === MOST_STATEMENTS) break;
  }
  return statements;
}

/** Minimum number of shared significant words, and minimum share of all words. */
const FEWEST_SHARED = 2;
const LEAST_SHARE = 0.5;
/**
 * Words required before, and allowed after, a value or choice, which comes last: the words before it are the subject of the sentence
 * (“tests of search hid a broken label” is another case than “tests of billing hid …”).
 */
const FEWEST_BEFORE = 2;
const MOST_BEHIND = 3;
/** Words next to a value that may differ: “is 30”, “was raised to 60”. */
const MOST_BESIDE = 3;

const isSignificant = (word: string) => isTellingWord(word) || isValue(word);

const isTellingWord = (word: string) => !STOP_WORDS.has(word) && !isNumber(word) && word !== '#';

/** Words that replace others, and the words before them. */
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

/** Minimum share of the shorter sentence's significant words, for statements in different sentences. */
const MIN_SHARE_OF_SHORTER = 0.8;
/** Same for the longer one: in a long sentence a negation can refer to anything. */
const MIN_SHARE_OF_LONGER = 0.6;
const FEWEST_OF_OTHER = 3;

/** Whether one sentence has nearly all significant words of the other, in any order. */
function isMostlySame(a: Statement, b: Statement, leastOfLonger = 0): boolean {
  const shared = [...a.telling].filter((word) => b.telling.has(word)).length;
  const [few, many] = [a.telling.size, b.telling.size].sort((one, other) => one - other) as [number, number];
  return shared >= FEWEST_OF_OTHER && shared >= MIN_SHARE_OF_SHORTER * few && shared >= leastOfLonger * many;
}

/** Whether words replace as many others, significant ones or single letters: “tenant A” and “tenant B”. */
function namesDifferentThing(a: Statement, b: Statement, differences: readonly Difference[]): boolean {
  const names = ({ telling }: Statement, words: readonly string[]) =>
    words.some((word) => telling.has(word) || /^\p{L}$/u.test(word));
  return differences.some(
    ({ older, newer }) => older.length === newer.length && names(a, older) && names(b, newer),
  );
}

/** Whether each has significant words the other lacks: “one in 16 runs failed” and “a type error passed” are two events. */
const tellsDifferentEvent = (a: Statement, b: Statement): boolean =>
  [...a.telling].some((word) => !b.telling.has(word)) && [...b.telling].some((word) => !a.telling.has(word));

/** Same statement with another number: “within 72 hours” and “within 48 hours”, in any word order. */
function isOtherAmount(a: Statement, b: Statement, differences: readonly Difference[]): boolean {
  const areOfOthers =
    differences.filter((one) => one.older.some(isNumber) && one.newer.some(isNumber)).length > 1;
  if (areOfOthers || !isMostlySame(a, b) || namesDifferentThing(a, b, differences)) return false;
  const others = [...a.amounts].flatMap(([key, amount]) => {
    const other = b.amounts.get(key);
    const isOther = amount && other && amount.number !== other.number;
    return isOther && Math.min(amount.behind, other.behind) <= MOST_BEHIND
      ? [`${amount.number} ${other.number}`]
      : [];
  });
  return new Set(others).size === 1;
}

/** Two words are swapped: “jest over vitest” and “vitest over jest”. */
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

/** Numbers only, or one number each, the newer one with at most one significant word next to it, such as “raised”. */
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
    left.telling === 0 &&
    right.telling <= 1 &&
    before.at(-1) !== '#'
  );
}

/** One significant word each, with its number. */
function isOtherChoice({ older, newer }: Difference): boolean {
  const [left, right] = [older, newer].map((words) => words.filter((word) => !isNumber(word)));
  return (
    older.length === newer.length &&
    [left, right].every(
      (words) => words?.length === 1 && !FUNCTION_WORDS.has(words[0] ?? '') && words[0] !== '#',
    ) &&
    (older.length === 1 || newer.length === 2) &&
    [older, newer].every(([first]) => !isNumber(first ?? ''))
  );
}

/**
 * The ground on which two sentences contradict each other, or null. `isJudged`: the results are judged afterwards, so more are returned.
 */
function findGround(older: Statement, newer: Statement, isJudged: boolean): Ground | null {
  const ground = compareStatements(older, newer, isJudged);
  return ground !== 'negation' && !isJudged && older.isStory && newer.isStory ? null : ground;
}

function compareStatements(older: Statement, newer: Statement, isJudged: boolean): Ground | null {
  const told = [...older.telling].filter((word) => newer.telling.has(word)).length;
  if (told === 0 || (isJudged && told < FEWEST_SHARED)) return null;
  const all = findDifferences(older.words, newer.words);
  const { shared } = all;
  const differences = all.differences.filter(
    (one) => [...one.older, ...one.newer].some(isSignificant) || one.older.length * one.newer.length === 1,
  );
  const negatesOther = older.isNegated !== newer.isNegated;
  const isClear = older.negations < 2 && newer.negations < 2;
  if (
    negatesOther &&
    isClear &&
    isMostlySame(older, newer, MIN_SHARE_OF_LONGER) &&
    !namesDifferentThing(older, newer, differences) &&
    !(older.isStory && newer.isStory && tellsDifferentEvent(older, newer))
  )
    return 'negation';
  if (!negatesOther && isOtherAmount(older, newer, differences)) return 'value';
  if (!negatesOther && told >= FEWEST_SHARED && isSwapped(older, newer)) return 'choice';
  if ((2 * shared.length) / (older.words.length + newer.words.length) < LEAST_SHARE) return null;
  const moments = differences.find(({ older: a, newer: b }) => a.some(isMoment) && b.some(isMoment));
  const difference = moments ?? differences[0];
  const isTail =
    differences.length === 1 &&
    shared.slice(difference?.before.length).filter(isTellingWord).length === 0 &&
    (older.isNegated ? difference?.older : difference?.newer)?.filter(isSignificant).length === 0 &&
    ((older.isNegated ? difference?.newer : difference?.older)?.length ?? 0) <= MOST_BESIDE;
  if (negatesOther && told >= FEWEST_SHARED && (differences.length === 0 || isTail || isJudged))
    return 'negation';
  if (negatesOther || !difference) return null;
  if (isJudged) return differences.some(({ newer: words }) => words.some(isNumber)) ? 'value' : 'choice';
  if (differences.length > 1 && !moments) return null;
  const behind = shared.length - difference.before.length;
  if (difference.before.length < FEWEST_BEFORE || (behind > MOST_BEHIND && !moments)) return null;
  if (differences.some((one) => one !== difference && one.older.length * one.newer.length > 0)) return null;
  if (told < FEWEST_SHARED)
    // Few significant words, and all but one are the same.
    return difference.before.length >= FEWEST_OF_OTHER &&
      difference.older.length === 1 &&
      isOtherChoice(difference)
      ? 'choice'
      : moments && isOtherValue(difference)
        ? 'value'
        : null;
  if (isOtherValue(difference)) return 'value';
  return isOtherChoice(difference) ? 'choice' : null;
}

/** Maximum number of words replaced at one place in parallel sentences. */
const MOST_REPLACED = 2;

/**
 * Whether two sentences are parallel, with other words in the same places: either they are about two things, or one of them changed. A
 * paraphrase has a different structure.
 */
function isOfAnother(a: Statement, b: Statement): boolean {
  // Upper bound of shared words in any order: most pairs need no closer look.
  const known = new Set(a.words);
  const most = b.words.filter((word) => known.has(word)).length;
  if ((2 * most) / (a.words.length + b.words.length) < LEAST_SHARE) return false;
  const { differences, shared } = findDifferences(a.words, b.words);
  const told = shared.filter((word) => a.telling.has(word)).length;
  // More than one replaced place counts like another shared word.
  const isBuiltAlike = told + (differences.length > 1 ? 1 : 0) >= FEWEST_SHARED;
  if (!isBuiltAlike || (2 * shared.length) / (a.words.length + b.words.length) < LEAST_SHARE) return false;
  const containsSignificantWord = ({ telling }: Statement, words: readonly string[]) =>
    words.some((word) => telling.has(word) || isNumber(word));
  return (
    differences.every(({ older, newer }) => older.length === newer.length && older.length <= MOST_REPLACED) &&
    // A pull request number tells where something was noted, not its subject.
    differences.some(
      ({ older, newer, before }) =>
        before.at(-1) !== '#' && containsSignificantWord(a, older) && containsSignificantWord(b, newer),
    )
  );
}

/** Statements of one text that are not in the other. */
function subtractStatements(statements: readonly Statement[], others: readonly Statement[]): Statement[] {
  const said = new Set(others.map(({ words }) => words.join(' ')));
  return statements.filter(({ words }) => !said.has(words.join(' ')));
}

/** Whether two texts say the same about two things: “the pool of billing ran dry” and “the pool of search ran dry”. */
export function areAboutDifferentThings(a: readonly Statement[], b: readonly Statement[]): boolean {
  const others = subtractStatements(b, a);
  return subtractStatements(a, b).some((one) => others.some((other) => isOfAnother(one, other)));
}

/** Whether one text negates the other in similar words. */
export const negatesOther = (a: readonly Statement[], b: readonly Statement[]): boolean =>
  a.some((one) =>
    b.some((other) => {
      const shared = one.words.filter((word) => other.words.includes(word)).length;
      return (
        one.isNegated !== other.isNegated &&
        one.negations < 2 &&
        other.negations < 2 &&
        (2 * shared) / (one.words.length + other.words.length) >= LEAST_SHARE
      );
    }),
  );

/** The first contradicting pair of statements of an older and a newer text, or null. */
export function findContradiction(
  older: readonly Statement[],
  newer: readonly Statement[],
  isJudged = false,
): Contradiction | null {
  for (const a of older)
    for (const b of newer) {
      const ground = findGround(a, b, isJudged);
      if (!ground) continue;
      // A difference already present within one of the texts is not a contradiction between them.
      const isSaidByBoth =
        older.some((own) => own !== a && findGround(own, a, false)) ||
        newer.some((own) => own !== b && findGround(b, own, false));
      if (!isSaidByBoth) return { ground, older: describePlace(a), newer: describePlace(b) };
    }
  return null;
}

const describePlace = ({ from, length }: Place): Place => ({ from, length });
