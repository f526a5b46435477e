/**
 * `pnpm bench:fairness`: how much longer one person waits for a list while another caller asks 600 searches at once, each of them
 * new; on the embedded engine and on PostgreSQL. The aim: the 99th percentile stays below ten times its quiet value.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { findDatabases } from './databases';
import { DEMO_BLOCKS } from './demoQuestions';
import { words } from './fill';
import { headersOf, startService } from './service';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const SEARCHES = 600;
const SETTLE_SECONDS = 3;
const LIST = '/memory-blocks/?limit=50&scope=public';

async function measure(engine: string, env: Record<string, string>): Promise<string> {
  const people = ['greedy@localhost', 'other@localhost'];
  const service = await startService({
    DEMO_BLOCKS: String(DEMO_BLOCKS),
    ADMIN_EMAILS: people.join(','),
    ...env,
  });
  const [greedy, other] = people.map(headersOf);
  const source = words(3);
  const lists = () =>
    autocannon({ url: service.url + LIST, connections: 1, duration: SECONDS, headers: other });
  try {
    await lists();
    const quiet = await lists();
    const load = autocannon({
      url: service.url,
      connections: SEARCHES,
      duration: SECONDS + 2 * SETTLE_SECONDS,
      timeout: 60,
      headers: greedy,
      requests: Array.from({ length: 5_000 }, () => ({
        method: 'GET' as const,
        path: `/memory-blocks/search/fulltext?limit=10&scope=public&query=deploy%20${source.next()}%20cache%20${source.next()}`,
      })),
    });
    // Connections to the database that were not used yet are slow at first.
    await setTimeout(SETTLE_SECONDS * 1000);
    const busy = await lists();
    const { requests, non2xx, errors } = await load;
    const numbers = [
      quiet.latency.p99,
      busy.latency.p99,
      busy.latency.p99 / quiet.latency.p99,
      busy.non2xx + busy.errors,
      requests.average,
      non2xx + errors,
    ];
    return `| ${engine} | ${numbers.map((value) => value.toFixed(0)).join(' | ')} |`;
  } finally {
    await service.stop();
  }
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const folder = mkdtempSync(path.join(tmpdir(), 'memory-service-fairness-'));
const databases = await findDatabases();
try {
  print('| engine | list p99 ms, quiet | beside 600 searches | ratio | failed | searches/s | failed |');
  print('|---|---|---|---|---|---|---|');
  print(await measure('embedded', { DATA_DIR: folder }));
  if (databases) print(await databases.withEmpty((url) => measure('PostgreSQL', { DATABASE_URL: url })));
} finally {
  await databases?.stop();
  rmSync(folder, { recursive: true, force: true });
}
