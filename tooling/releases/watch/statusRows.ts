/** Formats release figures for the command line and the status page. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { releaseRole } from '../listReleases';
import { failingShare, type ReleaseFigures, type Vital } from './figures';
import { MAX_AGE_MS } from './tabRows';

export const STATUS_HEADINGS = [
  'Version',
  'People',
  'Failing',
  'Loads',
  'Failures',
  'Long tasks',
  'LCP',
  'INP',
  'CLS',
];

const milliseconds = (value: number) => `${Math.round(value)} ms`;
const formatFraction = (value: number) => value.toFixed(3);

/** The value, followed in parentheses by the difference to the live version's. */
function vitalText(own: Vital | null, live: Vital | null, text: (value: number) => string): string {
  if (!own) return '–';
  if (!live || live === own) return text(own.p75);
  const difference = own.p75 - live.p75;
  return `${text(own.p75)} (${difference < 0 ? '−' : '+'}${text(Math.abs(difference))})`;
}

/** Role of a version; for one not in use, the date until which it is shown. */
export function partText(registry: Registry, { remote, version, last }: ReleaseFigures): string {
  const role = releaseRole(registry, remote, version);
  if (role || last === null) return role;
  return `not in use; shown until ${new Date(last + MAX_AGE_MS).toISOString().slice(0, 10)}`;
}

/** One sentence for each version with a reported failure reason. */
export const reasonLines = (all: readonly ReleaseFigures[]): string[] =>
  all.flatMap(({ version, reason }) => (reason ? [`${version} failed: ${reason}`] : []));

/** @param live figures of the live version of the same remote. */
export function statusCells(figures: ReleaseFigures, live: ReleaseFigures | undefined): string[] {
  const { version, people, failing, loads, failures, longTasks, lcp, inp, cls } = figures;
  const share = people === 0 ? '–' : `${failing} (${Math.round(failingShare(figures) * 100)} %)`;
  return [
    version,
    String(people),
    share,
    String(loads),
    String(failures),
    String(longTasks),
    vitalText(lcp, live?.lcp ?? null, milliseconds),
    vitalText(inp, live?.inp ?? null, milliseconds),
    vitalText(cls, live?.cls ?? null, formatFraction),
  ];
}
