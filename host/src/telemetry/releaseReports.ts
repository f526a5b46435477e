/** Reports the health of this tab's releases: loads, failures, long frames and web vitals (docs/releases.md). */
import {
  organizationHash,
  remoteForPath,
  type Registry,
  type Release,
} from '@hindsight/shared-contracts/registry';
import {
  MAX_REASON_LENGTH,
  type ReleaseCounts,
  type ReleaseReport,
} from '@hindsight/shared-contracts/reports';
import type { Federation } from '../federation/federation';
import { tabStorage, type SafeStorage } from '../session/storage';
import type { Readable } from '../state/store';
import { type Failures, currentFailures } from './releaseFailures';
import { scrub } from './scrub';
import { findSlowness } from './slowness';
import { createVitals, observeVitals, type Vitals } from './vitals';

const REPORTS_URL = '/release-reports';
const TAB_KEY = 'hindsight.reports';
/** Delay of the first report after the page has loaded; later reports are sent when something changes. */
const FIRST_REPORT_MS = 2000;
const REPORT_INTERVAL_MS = 20_000;
/** Heartbeat of a page in use: a release is judged by the tabs that currently use it. */
const SIGN_OF_LIFE_MS = 60_000;

type Counts = Omit<ReleaseCounts, 'remote' | 'version' | 'channel'>;

/** Counts of this tab from before this document, to which a reload adds. */
interface TabCounts {
  tab: string;
  counts: Record<string, Counts>;
}

function readTab(storage: SafeStorage): TabCounts {
  try {
    const kept = JSON.parse(storage.read(TAB_KEY) ?? '') as Partial<TabCounts>;
    if (typeof kept.tab === 'string' && kept.counts) return { tab: kept.tab, counts: kept.counts };
  } catch {
    // Nothing stored, or nothing usable.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return { tab: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''), counts: {} };
}

/** Failure reason and location on one line, without personal data. A split surrogate pair at the end becomes a space. */
function shortenMessage({ last, at }: Failures): string {
  const place = at ? ` (${at.slice(-100)})` : '';
  const message = scrub(last, MAX_REASON_LENGTH - 1 - place.length).replace(/[\p{C}\s]+/gu, ' ');
  return message.trim() + place;
}

const NOTHING: Counts = { loads: 0, failures: 0, longTasks: 0 };

/** Fire and forget: a report is lost when its server is away. The session cookie proves that a user has the page open. */
function send(report: ReleaseReport): void {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(report);
  const init: RequestInit = { method: 'POST', body, headers, credentials: 'same-origin', keepalive: true };
  fetch(REPORTS_URL, init).catch(() => undefined);
}

/** Starts reporting; returns a stop function. */
export function startReleaseReports(
  { registry, remotes, releases }: Pick<Federation, 'registry' | 'remotes' | 'releases'>,
  workspace: Readable<{ scope: { organizationId: string | null } | null }>,
  storage: SafeStorage = tabStorage,
): () => void {
  const { tab, counts: before } = readTab(storage);
  const loaded = new Set<string>();
  const vitals = new Map<string, Vitals>();
  const toKey = (remote: string, { version }: Pick<Release, 'version'>) => `${remote}@${version}`;
  const currentRegistry = (): Registry => registry.get().registry;
  const pageNow = () => remoteForPath(currentRegistry(), window.location.pathname);

  function vitalsNow(): Vitals | null {
    const remote = pageNow()?.remote;
    const release = remote && registry.releaseFor(remote);
    if (!remote || !release) return null;
    const key = toKey(remote, release);
    const known = vitals.get(key) ?? {};
    vitals.set(key, known);
    return known;
  }

  function noteLoads(): void {
    for (const [remote, release] of Object.entries(currentRegistry().remotes))
      if (remotes.state(remote)?.status === 'ready') loaded.add(toKey(remote, release));
  }

  function readCounts(key: string): Counts {
    const kept = before[key] ?? NOTHING;
    const remote = key.slice(0, key.indexOf('@'));
    const failed = currentFailures().get(key);
    return {
      ...kept,
      ...vitals.get(key),
      loads: kept.loads + (loaded.has(key) ? 1 : 0),
      failures: kept.failures + (failed?.count ?? 0),
      ...(failed && { reason: shortenMessage(failed) }),
      longTasks: kept.longTasks + (loaded.has(key) ? (findSlowness(remote)?.frames ?? 0) : 0),
    };
  }

  let sent = '';
  let sentAt = 0;
  /** Includes quarantined releases, whose failures matter most. */
  async function report(): Promise<void> {
    noteLoads();
    const keys = new Set([...loaded, ...currentFailures().keys()]);
    const status = (await releases.manager()).status();
    const counts = Object.fromEntries([...keys].map((key) => [key, readCounts(key)]));
    storage.write(TAB_KEY, JSON.stringify({ tab, counts: { ...before, ...counts } }));
    const list = Object.entries(counts).flatMap(([key, own]): ReleaseCounts[] => {
      const [remote = '', version = ''] = key.split('@');
      const running = status.find(({ name }) => name === remote);
      // A developer's override in this tab says nothing about a release.
      if (running?.override) return [];
      const isCanary = currentRegistry().rollout?.[remote]?.canary?.to.version === version;
      const tried = isCanary ? 'canary' : 'stable';
      const channel = running?.release?.version === version ? running.channel : tried;
      return channel === 'override' ? [] : [{ remote, version, channel, ...own }];
    });
    const organizationId = workspace.get().scope?.organizationId ?? null;
    const next: ReleaseReport = {
      tab,
      organization: organizationId && organizationHash(organizationId),
      page: pageNow()?.route.path ?? null,
      releases: list,
    };
    const text = JSON.stringify(list);
    const isDue = document.visibilityState === 'visible' && performance.now() - sentAt >= SIGN_OF_LIFE_MS;
    if (list.length === 0 || !navigator.onLine || (text === sent && !isDue)) return;
    sent = text;
    sentAt = performance.now();
    send(next);
  }

  const reportNow = () => void report().catch(() => undefined);
  const onHidden = () => document.visibilityState === 'hidden' && reportNow();
  const stopVitals = observeVitals(createVitals(vitalsNow));
  const stopLoads = remotes.subscribe(noteLoads);
  const soon = setTimeout(reportNow, FIRST_REPORT_MS);
  const timer = setInterval(reportNow, REPORT_INTERVAL_MS);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    stopVitals();
    stopLoads();
    clearTimeout(soon);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHidden);
  };
}
