/** Whether two texts contradict each other: a claim of one says the opposite of a claim of the other about the same subject. */
import { isUpdateTerm, termsOf } from './claims';
import type { Claim } from './claims';

/** What two claims contradict each other by. */
export type Ground = 'negation' | 'value' | 'choice' | 'replaced';

export interface Contradiction {
  ground: Ground;
  older: { from: number; length: number };
  newer: { from: number; length: number };
}

/** How much two claims must have in common; a reader who judges afterwards may be shown more. */
const STRICT = { coverage: 0.8, likeness: 0.6, terms: 2, alone: 4 } as const;
const LOOSE = { coverage: 0.6, likeness: 0.4, terms: 2, alone: 4 } as const;
type Thresholds = typeof STRICT | typeof LOOSE;

/** Share of the terms of the shorter text that both must have where two short claims are all that is alike. */
const SAME_SUBJECT = 0.5;

const withoutUpdates = (terms: ReadonlySet<string>) =>
  new Set([...terms].filter((term) => !isUpdateTerm(term)));
const sharedBy = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((term) => b.has(term));
const only = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((term) => !b.has(term));

function isAlike(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  { coverage, likeness, terms }: Thresholds,
): boolean {
  const shared = sharedBy(a, b).length;
  const all = a.size + b.size - shared;
  return shared >= terms && shared / Math.min(a.size, b.size) >= coverage && shared / all >= likeness;
}

/** One number of each in the same place, and all others equal. */
function differInOneValue(a: Claim, b: Claim): boolean {
  const key = ({ value, unit }: Claim['numbers'][number]) => value + unit;
  const left = a.numbers.filter((number) => !b.numbers.some((other) => key(other) === key(number)));
  const right = b.numbers.filter((number) => !a.numbers.some((other) => key(other) === key(number)));
  // An update may name the former value beside the new one: “raised from 30 to 60”.
  const [first] = left.length > 0 ? left : a.numbers;
  const [second] = right.length > 0 ? right : b.numbers;
  if (!first || !second || left.length + right.length === 0) return false;
  if (
    left.length > 1 ||
    right.length > 1 ||
    (left.length === 0 && !a.isUpdate) ||
    (right.length === 0 && !b.isUpdate)
  )
    return false;
  if (left.length === 0 || right.length === 0) return a.numbers.length !== b.numbers.length;
  if (first.unit !== '' && second.unit !== '' && first.unit !== second.unit) return false;
  return (first.after !== '' && first.after === second.after) || first.before === second.before;
}

/** One word of each in the place of a choice, and all others equal. */
function differInOneChoice(a: Claim, b: Claim): boolean {
  const [left, right] = [only(a.terms, b.terms), only(b.terms, a.terms)];
  const [first] = left;
  const [second] = right;
  if (left.length !== 1 || right.length !== 1 || first === undefined || second === undefined) return false;
  const chosenBy = (claim: Claim, term: string) => claim.words.find((word) => word.term === term)?.chosenBy;
  const by = chosenBy(a, first);
  return by !== undefined && by !== '' && by === chosenBy(b, second);
}

/** What two claims contradict each other by, or null. */
function groundOf(older: Claim, newer: Claim, thresholds: Thresholds): Ground | null {
  if (!older.isStatement && !newer.isStatement) return null;
  if (!(older.isStatement && newer.isStatement) && older.isNegated === newer.isNegated) return null;
  const [a, b] = [withoutUpdates(older.terms), withoutUpdates(newer.terms)];
  const former = sharedBy(newer.former, a).filter((term) => !older.former.has(term));
  if (former.length > 0 && !older.isNegated && isReplaced(older, newer, a, b, former)) return 'replaced';
  if (older.condition !== newer.condition) return null;
  const sameNumbers = older.numbers.every(({ value }) =>
    newer.numbers.some((other) => other.value === value),
  );
  if (differInChoice(older, newer, a, b)) return 'choice';
  if (!isAlike(a, b, thresholds)) return null;
  // Each says something that the other does not: they may well be about two things.
  if (thresholds === STRICT && only(a, b).length > 0 && only(b, a).length > 0) return null;
  if (older.isNegated !== newer.isNegated) return sameNumbers ? 'negation' : null;
  if (differInOneValue(older, newer)) return 'value';
  return null;
}

/** All that the older claim says apart from what was replaced is in the newer one. */
function isReplaced(
  older: Claim,
  newer: Claim,
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  former: readonly string[],
) {
  const chosen = older.words.some(({ term, chosenBy }) => chosenBy !== '' && former.includes(term));
  const rest = [...a].filter((term) => !former.includes(term));
  return chosen && newer.isUpdate && rest.length > 0 && rest.every((term) => b.has(term));
}

const differInChoice = (older: Claim, newer: Claim, a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  older.isNegated === newer.isNegated &&
  older.numbers.length === 0 &&
  newer.numbers.length === 0 &&
  sharedBy(a, b).length >= 2 &&
  differInOneChoice(older, newer);

/**
 * The first contradiction of the claims of an older text and those of a newer one, or null. `isJudged`: somebody looks at it afterwards, so that claims that have
 * less in common are answered too.
 */
export function findContradiction(
  left: readonly Claim[],
  right: readonly Claim[],
  isJudged = false,
): Contradiction | null {
  const thresholds = isJudged ? LOOSE : STRICT;
  const [allOlder, allNewer] = [termsOf(left), termsOf(right)];
  const common = sharedBy(allOlder, allNewer).length;
  const isSameSubject = common / Math.max(1, Math.min(allOlder.size, allNewer.size)) >= SAME_SUBJECT;
  for (const a of left)
    for (const b of right) {
      const ground = groundOf(a, b, thresholds);
      if (!ground) continue;
      if (!isSameSubject && sharedBy(a.terms, b.terms).length < thresholds.alone) continue;
      // What one of them says itself as well is no contradiction of the two.
      if (
        left.some((own) => own !== a && groundOf(own, a, STRICT)) ||
        right.some((own) => own !== b && groundOf(b, own, STRICT))
      )
        continue;
      return { ground, older: placeOf(a), newer: placeOf(b) };
    }
  return null;
}

const placeOf = ({ from, length }: Claim) => ({ from, length });
