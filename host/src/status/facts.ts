/** Facts about a part, for display and as text to share. */
import { CONTRACTS_VERSION } from '@hindsight/shared-contracts/registry';
import { findSlowness, type Slowness } from '../telemetry/slowness';
import type { Channel, RemoteStatus } from '../federation/releases/releases';
import type { Timings } from './timings';

export const STATES = {
  ready: { word: 'Ready', tone: 'good' },
  loading: { word: 'Loading', tone: 'note' },
  failed: { word: 'Unavailable', tone: 'bad' },
  idle: { word: 'Not loaded yet', tone: 'neutral' },
} as const satisfies Record<RemoteStatus['state'], { word: string; tone: string }>;

export const CHANNELS: Record<Channel, string> = {
  stable: 'Stable',
  canary: 'Canary',
  previous: 'Previous version',
  override: 'Override',
};

function sizeText({ files, bytes }: Timings): string {
  if (files === 0) return 'Nothing fetched yet';
  const size = bytes > 0 ? `, ${(bytes / 1000).toFixed(1)} kB` : '';
  return `${files} ${files === 1 ? 'file' : 'files'}${size}`;
}

function timeText({ entryMs, slowestMs }: Timings): string {
  if (slowestMs === null) return '';
  return `${entryMs === null ? '' : `Entry ${entryMs} ms, `}slowest file ${slowestMs} ms`;
}

function slowText(slowness: Slowness | null): string {
  return slowness ? `${slowness.frames}, the longest ${slowness.longest} ms` : '';
}

/** Facts without a value are omitted. */
export function listFacts(part: RemoteStatus, timings: Timings): [label: string, value: string][] {
  const { release, problem } = part;
  const facts: [string, string][] = release
    ? [
        ['Version', release.version],
        ['Channel', CHANNELS[part.channel]],
        ['Source', release.baseUrl],
        ['Built', new Date(release.builtAt).toLocaleString()],
        ['Fetched', sizeText(timings)],
        ['Timing', timeText(timings)],
        ['Long frames', slowText(findSlowness(part.name))],
        ['Contracts', `${release.descriptor.contracts} (this dashboard has ${CONTRACTS_VERSION})`],
        ['Needs', release.descriptor.needs.join(', ')],
      ]
    : [];
  return [...facts, ['Last error', problem ?? 'None'] as [string, string]].filter(
    ([, value]) => value !== '',
  );
}

export function formatReport(parts: readonly [RemoteStatus, Timings][]): string {
  return parts
    .map(([part, timings]) =>
      [
        `${part.displayName}: ${STATES[part.state].word}`,
        ...listFacts(part, timings).map(([label, value]) => `  ${label}: ${value}`),
        ...part.quarantined.map(({ version, reason }) => `  Quarantined: ${version}, ${reason}`),
      ].join('\n'),
    )
    .join('\n\n');
}
