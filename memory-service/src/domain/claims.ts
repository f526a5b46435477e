/** The claims that a text makes, one for each sentence, in a form in which they can be compared. */

/** A sentence that says how something is or should be done. */
export interface Claim {
  /** Where the sentence is in the text. */
  from: number;
  length: number;
  /** Its words in order, as they are compared; numbers and negations are not among them. */
  words: readonly Word[];
  /** The words once each. */
  terms: ReadonlySet<string>;
  numbers: readonly Quantity[];
  isNegated: boolean;
  /** It says what has changed: “raised to”, “no longer”, “now”. */
  isUpdate: boolean;
  /** It recommends or states, and tells no story. */
  isStatement: boolean;
  /** The word by which it holds under a condition of its own: “unless”, “except”; empty without one. */
  condition: string;
  /** What it says is not used any more: “instead of X”. */
  former: ReadonlySet<string>;
}

interface Word {
  term: string;
  /** The word by which it is chosen: “use X”, “defaults to X”; empty where it is not. */
  chosenBy: string;
}

interface Quantity {
  value: string;
  unit: string;
  /** The words around it; empty at the end of the sentence. */
  before: string;
  after: string;
}

const LONGEST_SENTENCE = 300;
/** Sentences of one text that are looked at, and characters in which they are looked for. */
const MOST_CLAIMS = 40;
export const MOST_CHARACTERS = 8000;
const FEWEST_TERMS = 2;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const FUNCTION_WORDS = words(
  `a about all also am an and any are as at be been being both but by each every for from has have he her his how i if in into is it its
  itself just me more most my of off on one onto or other our out over own per please same she so some such than that the their them then
  there these they this those through to too under until up upon very via we what when where which while who whose why with you your
  here because since though although use uses used using usage do does doing done make makes made can may might will would could should
  must shall need needs want always only now today currently actually really simply still yet already again let get gets set sets
  der das den dem des ein eine einer einem einen im am vom von zum zur und für mit auf ist sind beträgt lautet jetzt nun
  le la les du de un une est sont maintenant el los las del es son ahora`,
);
/** The article “a”, not the name in “tenant A”. */
const isFunctionWord = ({ raw, lower }: Token, place: number): boolean =>
  FUNCTION_WORDS.has(lower) && (raw !== 'A' || place === 0);
const NEGATIONS = words('not never no cannot neither nor without nothing nowhere none');
/** A word that is another one with a negation. */
const OPPOSITES: Readonly<Record<string, string>> = {
  avoid: '',
  stop: '',
  disable: 'enabl',
  disabled: 'enabl',
  disables: 'enabl',
  disallow: 'allow',
  disallowed: 'allow',
  forbid: 'allow',
  forbids: 'allow',
  forbidden: 'allow',
  optional: 'requir',
  unnecessary: 'necessary',
  unsupported: 'support',
  unsafe: 'safe',
  insecure: 'secur',
  false: 'true',
  unstable: 'stabl',
  incompatible: 'compatibl',
  impossible: 'possibl',
  immutable: 'mutabl',
  asynchronous: 'synchronou',
  async: 'sync',
};
/** A story: what happened once is contradicted by nothing that happened another time. */
const STORY = /\b(was|were|had|did|didn|became|went|saw|took|got|came|rose|fell|found|broke|happened)\b/i;
const UPDATE =
  /\b(no longer|not any ?more|any ?more|instead of|rather than|replace[ds]|deprecated|as of|since v?\d)\b/i;
const CHANGED =
  '(?:renamed|removed|raised|lowered|increased|reduced|decreased|changed|upgraded|downgraded|bumped|migrated|moved|switched)';
/** “raised to 45”, “was removed”; not “14 removed entries” or “an upgrade changed a default”, which tell what happened. */
const CHANGE = new RegExp(
  `(?<!\\b(?:an?|the|these|those|some|all|\\d+)\\s)\\b${CHANGED}\\b(?=.{0,300}\\b(?:to|from|by|into)\\b)|\\b(?:is|are|was|were|be|been)\\s+(?:now\\s+)?${CHANGED}\\b`,
  'i',
);
const UPDATE_TERMS = words(
  'longer anymor rais lower increas reduc decreas chang upgrad downgrad bump migrat mov switch replac rename deprecat remov instead rather new old former',
);
const ASKS =
  /^(build|call|commit|deploy|format|hash|indent|install|keep|log|name|pin|put|run|send|sign|start|store|test|write)(?![\w-])/i;
const STATES =
  /\b(is|are|be|must|should|shall|can|cannot|may|will|needs?|requires?|uses?|avoid|prefer|do|does|defaults|supports|runs(?! \w+ed\b)|listens|expires?|lasts|takes|allows)\b/i;
/**
 * “… ist 5432”, “… est de 30 secondes”: a value at the end. What happened is told with the same verbs, but goes on: “ist 3 Mal
 * fehlgeschlagen”.
 */
const STATES_VALUE =
  /\s(?:ist|sind|beträgt|lautet|est(?: de)?|es(?: de)?)\s(?:(?:jetzt|nun|maintenant|ahora)\s)?\d[\d.,:]*(?:\s?(?:%|\p{L}{1,12}))?[.!]?$/iu;
/** 「APIのタイムアウトは30秒です」: what it is about, whose parts の joins, and the value. What happened ends otherwise: 「30件でした」. */
const STATES_JAPANESE =
  /^(.{2,60})は\s?(\d[\d.,:]*\s?(?:\p{Script=Han}{1,2}|[\p{Script=Katakana}ー]{1,6}秒?|[A-Za-z%]{1,4})?)\s?(?:です|である|だ)。?$/u;
/** States something by itself, but not of what happened: “failed in CI and never on a laptop”. */
const ALWAYS = /\b(never|always)\b/i;
const PAST = /[^e\W]ed\b/i;
/** Before a sentence: “Fix: ”, “Solved with Ana: ”. */
const LABEL = /^[^:.!?]{1,60}:\s+(?=\p{Lu})/u;
const CONDITION = /\b(unless|except|until|otherwise|if|when)\b/i;
/** Words after which stands what was chosen; after some of them so does much else, and only a name is a choice. */
const CHOOSING = words('use uses using prefer prefers choose with via called named');
const CHOOSING_NAMES = words('is are to on run runs deploy deploys');
/** What is said aside, with a negation of its own: “log ids, never tokens”. */
const ASIDE = /[,;]\s+(but\s+)?(never|not|no|without)\b.{0,300}$/i;
const ARTICLES = words('a an the our your its only always now');
const FORMER =
  /\b(?:instead of|rather than|replace[ds]?|from)\s+(?:the\s+)?([\p{L}\p{N}][\p{L}\p{N}_.\-/#+]*)/giu;
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}_.\-/#+:%]*|%/gu;
const NUMBER = /^v?(\d[\d.,:]*)([\p{L}%/]*)$/u;
/** A number that names something is no value of it. */
const NAMES = words(
  'pr issue ticket line step part chapter section page incident commit figure fig table case eq equation',
);

const CONTRACTED = /\b(do|does|did|is|are|was|were|has|have|had|should|must|would|could|need)n['’]t\b/gi;
const plain = (sentence: string): string =>
  sentence
    .replace(CONTRACTED, '$1 not')
    .replace(/\bcan['’]t\b/gi, 'cannot')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/\bwith (and|or) without\b/gi, ' ')
    .replace(/[`"“”]/g, ' ');

/** The word without the endings in which its forms differ; two words that it joins by mistake still need others in common. */
function stem(word: string): string {
  if (word.length < 5) return word.replace(/(?<=[^su])s$/, '');
  return word.replace(/(ies|ied)$/, 'y').replace(/(ing|edly|ed|es|s|e)$/, '');
}

interface Token {
  raw: string;
  lower: string;
}

function quantityAt(tokens: readonly Token[], place: number): Quantity | null {
  const found = NUMBER.exec(tokens[place]?.lower ?? '');
  if (!found) return null;
  const termAt = (step: 1 | -1) => {
    for (let n = place + step; n >= 0 && n < tokens.length; n += step) {
      const { lower } = tokens[n]!;
      if (!isFunctionWord(tokens[n]!, n) && !UPDATE_TERMS.has(stem(lower)))
        return NUMBER.test(lower) ? '' : stem(lower);
    }
    return '';
  };
  return {
    value: (found[1] ?? '').replace(/(?<![.,:])[.,:]+$/, ''),
    unit: found[2] ?? '',
    before: termAt(-1),
    after: termAt(1),
  };
}

function claimOf(sentence: string, from: number): Claim | null {
  const japanese = STATES_JAPANESE.exec(sentence);
  const text = japanese
    ? `${japanese[1]?.replaceAll('の', ' ')} ${japanese[2]}`
    : plain(sentence).replace(LABEL, '').replace(ASIDE, '');
  const tokens = [...text.matchAll(TOKEN)].map(([match]) => {
    const raw = match.replace(/(?<![.\-/:])[.\-/:]+$/, '');
    return { raw, lower: raw.toLowerCase() };
  });
  const found: Word[] = [];
  const numbers: Quantity[] = [];
  let negations = 0;
  let before = '';
  tokens.forEach(({ raw, lower }, place) => {
    const number = quantityAt(tokens, place);
    const opposite = OPPOSITES[lower];
    if (NEGATIONS.has(lower) || opposite !== undefined) negations += 1;
    if (number && !NAMES.has(tokens[place - 1]?.lower ?? '') && !text.includes(`#${raw}`))
      numbers.push(number);
    const term = opposite ?? stem(lower);
    if (!number && term !== '' && !NEGATIONS.has(lower) && !isFunctionWord({ raw, lower }, place)) {
      // Written like a name: capital, digit, punctuation within.
      const isName = /[\d_./#+]|\p{Ll}\p{Lu}/u.test(raw) || (place > 0 && /^\p{Lu}/u.test(raw));
      const isChosen = CHOOSING.has(before) || (isName && CHOOSING_NAMES.has(before));
      found.push({ term, chosenBy: isChosen ? before : '' });
    }
    if (!ARTICLES.has(lower)) before = lower;
  });
  if (/\bno longer\b/i.test(text) || /\bnot any ?more\b/i.test(text))
    found.splice(0, found.length, ...found.filter(({ term }) => term !== 'longer'));
  const terms = new Set(found.map(({ term }) => term));
  if (terms.size < FEWEST_TERMS) return null;
  const isUpdate = UPDATE.test(text) || CHANGE.test(text);
  const states =
    japanese !== null ||
    STATES.test(text) ||
    STATES_VALUE.test(text) ||
    ASKS.test(text) ||
    (ALWAYS.test(text) && !PAST.test(text));
  return {
    from,
    length: sentence.length,
    words: found,
    terms,
    numbers,
    isNegated: negations % 2 === 1,
    isUpdate,
    isStatement: (!STORY.test(text) || isUpdate) && (states || isUpdate),
    condition: CONDITION.exec(text)?.[0].toLowerCase() ?? '',
    former: new Set(
      [...text.matchAll(FORMER)].map(([, word]) =>
        stem((word ?? '').replace(/(?<![.\-/])[.\-/]+$/, '').toLowerCase()),
      ),
    ),
  };
}

/** What ends a sentence: a mark before a blank, or the line. */
const END = /[.!?](?=\s|$)|。|\n|$/g;

function* sentencesIn(text: string): Generator<{ whole: string; index: number }> {
  let index = 0;
  for (const end of text.matchAll(END)) {
    const next = end.index + end[0].length;
    yield { whole: text.slice(index, next), index };
    index = next;
  }
}

/** The claims of a text; questions, stories and what is too long to compare are left out. */
export function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  for (const { whole, index } of sentencesIn(text.slice(0, MOST_CHARACTERS))) {
    const from = index + (whole.length - whole.trimStart().length);
    const sentence = whole.trim();
    if (sentence.length > LONGEST_SENTENCE || sentence.endsWith('?')) continue;
    const claim = claimOf(sentence, from);
    if (claim && (!STORY.test(sentence) || claim.isUpdate)) claims.push(claim);
    if (claims.length === MOST_CLAIMS) break;
  }
  return claims;
}

/** Every term of the text's claims. */
export const termsOf = (claims: readonly Claim[]): Set<string> =>
  new Set(claims.flatMap(({ terms }) => [...terms]));

/** Words that only say that something has changed. */
export const isUpdateTerm = (term: string): boolean => UPDATE_TERMS.has(term);
