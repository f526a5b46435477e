/** Aggregates the reports of many people about one release. */
import type { TabRow } from './tabRows';

/** A web vital at the 75th percentile of people. */
export interface Vital {
  p75: number;
  people: number;
}

export interface ReleaseFigures {
  remote: string;
  version: string;
  /** Signed-in people who ran it, regardless of their number of tabs. */
  people: number;
  /** People for whom it failed at least once. */
  failing: number;
  /**
   * Lowest share of failing people, 0 to 1, after leaving out one person or all people of one address, so that no single source can raise
   * it.
   */
  surelyFailing: number;
  loads: number;
  failures: number;
  /** Most frequent reason of the failing tabs; null without any. */
  reason: string | null;
  /** Time of the last report in milliseconds; null without one. */
  last: number | null;
  longTasks: number;
  lcp: Vital | null;
  inp: Vital | null;
  cls: Vital | null;
}

const percentile75 = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.ceil(values.length * 0.75) - 1];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The most frequent text; the earliest one on a tie. */
function mostFrequent(texts: readonly (string | undefined)[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? null;
}

/** Rows grouped by person. Rows without a session are ignored, because anyone could invent them. */
function rowsByPerson(rows: readonly TabRow[]): TabRow[][] {
  const people = new Map<string, TabRow[]>();
  for (const row of rows) if (row.person) people.set(row.person, [...(people.get(row.person) ?? []), row]);
  return [...people.values()];
}

const hasFailed = (rows: readonly TabRow[]) => rows.some(({ failures }) => failures > 0);

function countsByAddress(people: readonly TabRow[][]): { failing: number; all: number }[] {
  const counts = new Map<string, { failing: number; all: number }>();
  for (const rows of people) {
    const address = rows[0]!.address ?? '';
    const { failing, all } = counts.get(address) ?? { failing: 0, all: 0 };
    counts.set(address, { failing: failing + Number(hasFailed(rows)), all: all + 1 });
  }
  return [...counts.values()];
}

function surelyFailing(people: readonly TabRow[][], failing: number): number {
  const addresses = countsByAddress(people);
  // A single address means a proxy hides the real ones, so addresses are ignored then.
  const groups = [{ failing: Math.min(failing, 1), all: 1 }, ...(addresses.length > 1 ? addresses : [])];
  return Math.min(
    ...groups.map((left) =>
      people.length > left.all ? (failing - left.failing) / (people.length - left.all) : 0,
    ),
  );
}

/** @param of value of a tab; each person counts with the 75th percentile of their tabs. */
function vital(people: readonly TabRow[][], of: (row: TabRow) => number | undefined): Vital | null {
  const values = people.flatMap(
    (rows) => percentile75(rows.map(of).filter((value) => value !== undefined)) ?? [],
  );
  const p75 = percentile75(values);
  return p75 === undefined ? null : { p75, people: values.length };
}

/**
 * @param rows of all releases.
 * @param since time in milliseconds; older reports do not count.
 */
export function computeFigures(
  rows: readonly TabRow[],
  { remote, version }: Pick<ReleaseFigures, 'remote' | 'version'>,
  since = 0,
): ReleaseFigures {
  const people = rowsByPerson(
    rows.filter((row) => row.remote === remote && row.version === version && row.at >= since),
  );
  const own = people.flat();
  const failing = people.filter(hasFailed).length;
  return {
    remote,
    version,
    people: people.length,
    failing,
    surelyFailing: surelyFailing(people, failing),
    loads: sum(own.map(({ loads }) => loads)),
    failures: sum(own.map(({ failures }) => failures)),
    reason: mostFrequent(own.map(({ reason }) => reason)),
    last: own.length > 0 ? Math.max(...own.map(({ at }) => at)) : null,
    longTasks: sum(own.map(({ longTasks }) => longTasks)),
    lcp: vital(people, ({ lcp }) => lcp),
    inp: vital(people, ({ inp }) => inp),
    cls: vital(people, ({ cls }) => cls),
  };
}

/**
 * Figures of each release that is in use or has reports within the retention period, including rolled-back versions with their reasons.
 * @param running releases in use; listed first.
 */
export function allFigures(
  rows: readonly TabRow[],
  running: readonly Pick<ReleaseFigures, 'remote' | 'version'>[],
): ReleaseFigures[] {
  const names = new Map([...running, ...rows].map((one) => [`${one.remote}@${one.version}`, one]));
  const isUsed = ({ remote, version }: ReleaseFigures) =>
    running.some((one) => one.remote === remote && one.version === version);
  return [...names.values()]
    .map((release) => computeFigures(rows, release))
    .filter((figures) => figures.people > 0 || isUsed(figures));
}

/** Share of people for whom it failed, 0 to 1. */
export const failingShare = ({ people, failing }: Pick<ReleaseFigures, 'people' | 'failing'>): number =>
  people === 0 ? 0 : failing / people;
