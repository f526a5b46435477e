/** How right proposals are: labelled pairs of texts, with precision and recall of each kind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { groupSimilar } from '../../features/curation/minHash';
import { findContradiction, statementsIn } from '../../platform/text/rules/contradictions';
import { findWarning } from '../../features/curation/warnings';
import labelled from './proposals.json';

/** Sections of the READMEs of the packages that are installed at `root`, spread evenly over all of them. */
export function publicTexts(root: string, count: number): string[] {
  const store = path.join(root, 'node_modules/.pnpm');
  const sections = readdirSync(store)
    .sort()
    .map((folder) => {
      // “name@1.0.0(peers)”, a slash in the name as a plus.
      const name = folder.slice(0, folder.indexOf('@', 1)).replace('+', '/');
      return path.join(store, folder, 'node_modules', name, 'README.md');
    })
    .filter((file) => existsSync(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .replaceAll('\r', '')
        .split(/^(?=#{1,3} )/m),
    )
    .map((section) => section.trim())
    .filter(({ length }) => length > 300 && length < 6000);
  const texts = [...new Set(sections)];
  return Array.from({ length: count }, (_, n) => texts[Math.floor((n * texts.length) / count)]!);
}

type PairKind = 'equal' | 'contained' | 'reworded' | 'paraphrase' | 'lookalike' | 'conflict';

export interface LabelledPair {
  kind: PairKind;
  texts: readonly [string, string];
}

/** Kinds whose texts say the same. */
const DUPLICATES: readonly PairKind[] = ['equal', 'contained', 'reworded', 'paraphrase'];

const SECTIONS = 30;

/** Equal and contained texts and neighbors that resemble each other are sections of public READMEs, the others were written by hand. */
export function labelledPairs(root: string): LabelledPair[] {
  const sections = publicTexts(root, 3 * SECTIONS);
  const part = (n: number) => sections.slice(n * SECTIONS, (n + 1) * SECTIONS);
  const pairs = (kind: PairKind, texts: readonly (readonly string[])[]) =>
    texts.map((pair): LabelledPair => ({ kind, texts: pair as [string, string] }));
  return [
    ...pairs(
      'equal',
      part(0).map((text) => [text, text]),
    ),
    ...pairs(
      'contained',
      part(1).map((text, n) => [text, `${part(2)[n]}\n\n${text}`]),
    ),
    ...pairs('reworded', labelled.reworded),
    ...pairs('paraphrase', labelled.paraphrase),
    ...pairs('lookalike', labelled.lookalike),
    ...pairs('conflict', labelled.conflict),
  ];
}

export interface Measure {
  /** Of what was proposed, the share that is right; 1 where nothing was. */
  precision: number;
  recall: number;
  /** Those that were found, of how many, by the label. */
  found: Readonly<Record<string, readonly [found: number, of: number]>>;
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

function measure(
  labels: readonly string[],
  right: ReadonlySet<string>,
  isFound: (n: number) => boolean,
): Measure {
  const found: Record<string, [number, number]> = {};
  for (const [n, label] of labels.entries()) {
    const counts = (found[label] ??= [0, 0]);
    counts[1] += 1;
    if (isFound(n)) counts[0] += 1;
  }
  const total = (isRight: boolean, at: 0 | 1) =>
    Object.entries(found).reduce(
      (sum, [label, counts]) => sum + (right.has(label) === isRight ? counts[at] : 0),
      0,
    );
  return {
    precision: share(total(true, 0), total(true, 0) + total(false, 0)),
    recall: share(total(true, 0), total(true, 1)),
    found,
  };
}

/**
 * Merges: all texts are in one workspace, and whatever comes into one group is proposed. Two of different pairs in one group count against the
 * precision.
 * @param isMeaningKnown stands in for vectors: the two texts of each labelled pair are near, those that only resemble each other as well
 * as those that say the same. It is the worst that a model may say; the rules alone tell them apart.
 */
export function measureMerges(pairs: readonly LabelledPair[], isMeaningKnown: boolean): Measure {
  const texts = pairs.flatMap((pair) => pair.texts);
  const near = isMeaningKnown ? pairs.map((_, n) => [2 * n, 2 * n + 1, 1] as const) : [];
  const groups = groupSimilar([...texts.keys()], (place) => texts[place] ?? '', near);
  const groupById = new Map(groups.flatMap((group, n) => group.map((place) => [place, n] as const)));
  const strangers = groups.filter(
    (group) => new Set(group.map((place) => Math.floor(place / 2))).size > 1,
  ).length;
  const labels = [
    ...pairs.map(({ kind }) => kind as string),
    ...Array.from({ length: strangers }, () => 'strangers'),
  ];
  return measure(labels, new Set(DUPLICATES), (n) => {
    if (n >= pairs.length) return true;
    const [first, second] = [groupById.get(2 * n), groupById.get(2 * n + 1)];
    return first !== undefined && first === second;
  });
}

/** Conflicts between the two texts of each pair. */
export const measureConflicts = (pairs: readonly LabelledPair[]): Measure =>
  measure(
    pairs.map(({ kind }) => kind),
    new Set(['conflict']),
    (n) => {
      const [older = '', newer = ''] = pairs[n]?.texts ?? [];
      return findContradiction(statementsIn(older), statementsIn(newer)) !== null;
    },
  );

/** Texts that warn, forbid or help to recover, among those that do not. */
export function measureWarnings(): Measure {
  const texts = [...labelled.warning, ...labelled.plain];
  const labels = texts.map((_, n) => (n < labelled.warning.length ? 'warning' : 'plain'));
  return measure(labels, new Set(['warning']), (n) => findWarning(texts[n] ?? '') !== undefined);
}
