/** Collects release reports from open pages, and serves their figures to operators. Independent of the HTTP server around it. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { MAX_REPORT_BYTES, ReleaseReport } from '@hindsight/shared-contracts/reports';
import { withFailing } from './failing';
import { metricsText } from './metrics';
import { runningReleases } from './watchCanaries';
import { statusPage } from './statusPage';
import { openTabRows } from './tabRows';
import type { TabRow } from './tabRows';
import { releaseRole } from '../listReleases';
import { computeFigures } from './figures';
import type { ReleaseFigures } from './figures';

type Name = Pick<ReleaseFigures, 'remote' | 'version'>;

const toKey = ({ remote, version }: Name) => `${remote}@${version}`;

/**
 * Logs a failing release when it first fails for someone, and again each time that number doubles: enough to see it spread.
 * @param before rows from an earlier run, whose failures are already logged.
 * @returns a callback for the releases of each report, which gets all rows.
 */
function failureLogger(
  before: readonly TabRow[],
  log: (record: Record<string, unknown>) => void,
): (registry: Registry, reported: readonly Name[], rows: readonly TabRow[]) => void {
  const failed = before.filter(({ failures }) => failures > 0);
  const told = new Map(failed.map((row) => [toKey(row), computeFigures(failed, row).failing]));
  return (registry, reported, rows) => {
    for (const release of reported) {
      const { failing, people, reason } = computeFigures(rows, release);
      const known = Math.min(told.get(toKey(release)) ?? 0, failing);
      const isNews = failing >= Math.max(1, 2 * known);
      told.set(toKey(release), isNews ? failing : known);
      if (!isNews) continue;
      const { remote, version } = release;
      const role = releaseRole(registry, remote, version);
      log({ msg: 'releases', problem: 'a release fails', remote, version, role, failing, people, reason });
    }
  };
}

/** Rate limits per address: reports per minute, and new tabs per day. */
const MAX_REPORTS = 600;
const MAX_NEW_TABS = 2000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Limits the number of tracked addresses; further ones are rejected until the next minute. */
const MAX_ADDRESSES = 20_000;

/** Response for the HTTP server to send. */
interface CollectorAnswer {
  status: 204 | 400 | 413 | 429;
  /** A sentence; absent when the report was accepted. */
  detail?: string;
}

interface CollectorOptions {
  file: string;
  /** The registry served to browsers; null when there is none. */
  registry(): Promise<Registry | null>;
  /** Logs failing releases with remote, version and reason. */
  log(record: Record<string, unknown>): void;
  now?(): number;
}

export interface Collector {
  /**
   * @param text request body.
   * @param person whose session sent the request; null without a session.
   */
  take(text: string, address: string, person: string | null): Promise<CollectorAnswer>;
  rows(): readonly TabRow[];
  /** Adds current failures to the registry for browsers. */
  withFailing(registry: Registry): Registry;
  /** Prometheus text format. */
  metrics(): Promise<string>;
  /** Status page of the releases, as HTML. */
  page(): Promise<string>;
}

/** Counts per key until the period ends. */
function limiter(most: number, periodMs: number) {
  let counts = new Map<string, number>();
  let ends = 0;
  return (key: string, now: number): boolean => {
    if (now >= ends) [counts, ends] = [new Map(), now + periodMs];
    const count = (counts.get(key) ?? 0) + 1;
    if (counts.size < MAX_ADDRESSES || counts.has(key)) counts.set(key, count);
    else return false;
    return count <= most;
  };
}

/** Key to hash addresses and people, which are compared but never shown. It survives restarts; otherwise a person would count twice. */
function keyBeside(file: string): Buffer {
  const keyFile = `${file}.key`;
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(16), { mode: 0o600 });
  return readFileSync(keyFile);
}

function parseReport(text: string): ReleaseReport | null {
  try {
    const result = ReleaseReport.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

const TOO_LARGE = `A report has at most ${MAX_REPORT_BYTES} bytes.`;
const TOO_MANY = 'There are too many reports from this address. Try again later.';

/** @param options.file is read at startup; see `openTabRows`. */
export function createCollector({ file, registry, log, now = Date.now }: CollectorOptions): Collector {
  const rows = openTabRows(file);
  const tellFailures = failureLogger(rows.all(now()), log);
  const known = new Set(rows.all(now()).map(({ tab }) => tab));
  const mayReport = limiter(MAX_REPORTS, MINUTE_MS);
  const mayOpenTab = limiter(MAX_NEW_TABS, DAY_MS);
  const key = keyBeside(file);
  const hashText = (name: string) => createHash('sha256').update(key).update(name).digest('hex').slice(0, 16);

  return {
    rows: () => rows.all(now()),
    withFailing: (registry) => withFailing(registry, rows.all(now()), now()),
    async take(text, address, person) {
      const at = now();
      const sender = hashText(address);
      if (!mayReport(sender, at)) return { status: 429, detail: TOO_MANY };
      if (Buffer.byteLength(text) > MAX_REPORT_BYTES) return { status: 413, detail: TOO_LARGE };
      const report = parseReport(text);
      if (!report) return { status: 400, detail: 'Invalid release report.' };
      const served = await registry();
      const running = new Set(
        (served ? runningReleases(served) : []).map(({ remote, version }) => `${remote}@${version}`),
      );
      // Drops unreleased versions, which would fill the rows. The response is the same, so that it does not reveal what is published.
      const releases = report.releases.filter(({ remote, version }) => running.has(`${remote}@${version}`));
      if (releases.length === 0) return { status: 204 };
      if (!known.has(report.tab)) {
        if (!mayOpenTab(sender, at)) return { status: 429, detail: TOO_MANY };
        if (known.size >= MAX_ADDRESSES) known.clear();
        known.add(report.tab);
      }
      await rows.add({ ...report, releases }, { person: person && hashText(person), address: sender }, at);
      if (served && releases.some(({ failures }) => failures > 0))
        tellFailures(served, releases, rows.all(at));
      return { status: 204 };
    },
    metrics: async () => metricsText(await registry(), rows.all(now())),
    page: async () => statusPage(await registry(), rows.all(now()), now()),
  };
}
