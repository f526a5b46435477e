/** What the reports of many tabs say about one release. */
import type { TabRow } from './tabRows';

/** A web vital: what three of four tabs are not worse than. */
export interface Vital {
  p75: number;
  tabs: number;
}

export interface ReleaseFigures {
  remote: string;
  version: string;
  tabs: number;
  /** Tabs in which it failed at least once. */
  failing: number;
  loads: number;
  failures: number;
  /** What most of the failing tabs said of it; null where none did. */
  reason: string | null;
  /** Time of the last report in milliseconds; null without one. */
  last: number | null;
  longTasks: number;
  lcp: Vital | null;
  inp: Vital | null;
  cls: Vital | null;
}

/** So many tabs of one person count, so that a single sender of invented reports does not decide alone. */
export const MAX_TABS_OF_PERSON = 10;

function vital(values: readonly (number | undefined)[]): Vital | null {
  const known = values.filter((value) => value !== undefined).sort((left, right) => left - right);
  const p75 = known[Math.ceil(known.length * 0.75) - 1];
  return p75 === undefined ? null : { p75, tabs: known.length };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The text that is there most often; of several, the one that came first. */
function commonest(texts: readonly (string | undefined)[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? null;
}

/** The first tabs of each person. Who has no session could invent as many as it takes, so those do not count. */
function counted(rows: readonly TabRow[]): TabRow[] {
  const tabs = new Map<string, number>();
  return rows.filter(({ person }) => {
    if (!person) return false;
    const before = tabs.get(person) ?? 0;
    tabs.set(person, before + 1);
    return before < MAX_TABS_OF_PERSON;
  });
}

/**
 * @param rows of all releases.
 * @param since time (milliseconds) before which a report is too old to count.
 */
export function figuresOf(
  rows: readonly TabRow[],
  { remote, version }: Pick<ReleaseFigures, 'remote' | 'version'>,
  since = 0,
): ReleaseFigures {
  const own = counted(
    rows.filter((row) => row.remote === remote && row.version === version && row.at >= since),
  );
  return {
    remote,
    version,
    tabs: own.length,
    failing: own.filter(({ failures }) => failures > 0).length,
    loads: sum(own.map(({ loads }) => loads)),
    failures: sum(own.map(({ failures }) => failures)),
    reason: commonest(own.map(({ reason }) => reason)),
    last: own.at(-1)?.at ?? null,
    longTasks: sum(own.map(({ longTasks }) => longTasks)),
    lcp: vital(own.map(({ lcp }) => lcp)),
    inp: vital(own.map(({ inp }) => inp)),
    cls: vital(own.map(({ cls }) => cls)),
  };
}

/**
 * Figures of each release that is used or was reported within the kept time: what was taken back is there together with why.
 * @param running comes first.
 */
export function allFigures(
  rows: readonly TabRow[],
  running: readonly Pick<ReleaseFigures, 'remote' | 'version'>[],
): ReleaseFigures[] {
  const names = new Map([...running, ...rows].map((one) => [`${one.remote}@${one.version}`, one]));
  const isUsed = ({ remote, version }: ReleaseFigures) =>
    running.some((one) => one.remote === remote && one.version === version);
  return [...names.values()]
    .map((release) => figuresOf(rows, release))
    .filter((figures) => figures.tabs > 0 || isUsed(figures));
}

/** Share of the tabs in which it failed, 0 to 1. */
export const failingShare = ({ tabs, failing }: Pick<ReleaseFigures, 'tabs' | 'failing'>): number =>
  tabs === 0 ? 0 : failing / tabs;
