/** Groups hits that say nearly the same or the opposite, with the newest one first. */
import {
  areAboutDifferentThings,
  findContradiction,
  MAX_CONTRADICTIONS,
  type Statement,
  findStatements,
} from '../../../platform/text/rules/contradictions';

interface Candidate {
  id: string;
  /** How the memory begins. */
  text: string;
  effectiveDate: Date;
  /** Share of the question that its words answer. */
  coverage: number;
  /** Whether another match in its conversation explains it. The same words elsewhere may mean something else. */
  isBeside: boolean;
}

export interface Group {
  /** The newest. */
  id: string;
  /** The others, newest first. */
  others: { id: string; contradicts: boolean }[];
}

/** Share of the shorter text's words that the other must contain: "runs PostgreSQL 14" and "runs PostgreSQL 16 since the upgrade". */
const SHARED = 0.66;
/** Maximum difference in coverage: texts from one template differ in the name that was asked for, and the better answer must stay ahead. */
const EQUAL = 0.05;
/** Minimum number of words: a few words occur in many texts. */
const FEWEST_WORDS = 4;
/** Maximum number of sentences compared per text. */
const MOST_STATEMENTS = 10;

interface Read extends Candidate {
  words: ReadonlySet<string>;
  statements: () => readonly Statement[];
}

function read(hit: Candidate): Read {
  let statements: readonly Statement[] | undefined;
  return {
    ...hit,
    words: new Set(hit.text.toLowerCase().match(/[\p{L}\p{N}]+/gu)),
    statements: () => (statements ??= findStatements(hit.text).slice(0, MOST_STATEMENTS)),
  };
}

/** Relation of the older text to the newer one; undefined if they are about different things. */
function compare(a: Read, b: Read): 'similar' | 'contradicts' | undefined {
  if (a.isBeside !== b.isBeside || Math.abs(a.coverage - b.coverage) > EQUAL) return undefined;
  const [few, many] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  const shared = [...few].filter((word) => many.has(word)).length;
  if (few.size < FEWEST_WORDS || shared / few.size < SHARED) return undefined;
  const [older, newer] = a.effectiveDate < b.effectiveDate ? [a, b] : [b, a];
  if (findContradiction(older.statements(), newer.statements())) return 'contradicts';
  return areAboutDifferentThings(older.statements(), newer.statements()) ? undefined : 'similar';
}

/** The hits in groups, each at the position of its best member. */
export function groupAlike(hits: readonly Candidate[]): Group[] {
  const groups: Read[][] = [];
  for (const hit of hits.map(read)) {
    const group = groups.find(([first]) => compare(first!, hit) !== undefined);
    if (group) group.push(hit);
    else groups.push([hit]);
  }
  return groups.map((group) => {
    const [newest, ...others] = group.sort((a, b) => b.effectiveDate.getTime() - a.effectiveDate.getTime());
    const opposite = others.filter((other) => compare(newest!, other) === 'contradicts');
    const isSeries = opposite.length > MAX_CONTRADICTIONS;
    return {
      id: newest!.id,
      others: others.map((one) => ({ id: one.id, contradicts: !isSeries && opposite.includes(one) })),
    };
  });
}
