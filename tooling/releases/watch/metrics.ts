/** Figures of the running releases in Prometheus text format. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { computeFigures, type ReleaseFigures } from './figures';
import type { TabRow } from './tabRows';
import { releaseRole } from '../listReleases';
import { runningReleases } from './watchCanaries';

type Metric = readonly [
  name: string,
  help: string,
  value: (figures: ReleaseFigures) => number | null | undefined,
];

/** Gauges, because rows expire after a week. */
const METRICS: readonly Metric[] = [
  ['people', 'People whose pages reported', ({ people }) => people],
  ['failing_people', 'People for whom the release failed', ({ failing }) => failing],
  ['loads', 'Loads', ({ loads }) => loads],
  ['failures', 'Failures', ({ failures }) => failures],
  ['long_tasks', 'Frames that it blocked', ({ longTasks }) => longTasks],
  ['lcp_seconds', 'Largest contentful paint, 75th percentile', ({ lcp }) => lcp && lcp.p75 / 1000],
  ['inp_seconds', 'Interaction to next paint, 75th percentile', ({ inp }) => inp && inp.p75 / 1000],
  ['cls', 'Cumulative layout shift, 75th percentile', ({ cls }) => cls?.p75],
];

const escaped = (text: string) =>
  text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

/** @param registry null when there is none, which yields no figures. */
export function metricsText(registry: Registry | null, rows: readonly TabRow[]): string {
  const releases = (registry ? runningReleases(registry) : []).map((release) => ({
    figures: computeFigures(rows, release),
    labels: `remote="${escaped(release.remote)}",version="${escaped(release.version)}",role="${escaped(
      releaseRole(registry!, release.remote, release.version).split(' ')[0]!,
    )}"`,
  }));
  return METRICS.map(([name, help, value]) => {
    const metric = `hindsight_release_${name}`;
    const lines = releases.flatMap(({ figures, labels }) => {
      const number = value(figures);
      return number === undefined || number === null ? [] : [`${metric}{${labels}} ${number}`];
    });
    return [`# HELP ${metric} ${help}, last seven days.`, `# TYPE ${metric} gauge`, ...lines, ''].join('\n');
  }).join('');
}
