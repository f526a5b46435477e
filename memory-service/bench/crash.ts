/**
 * `pnpm bench:crash`: kills the built service with SIGKILL again and again in the middle of 10,000 writes, embedded and
 * (BENCH_DATABASE_URL, an empty database) on PostgreSQL, and looks whether everything that was acknowledged is there, once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { ask, headersOf, startService } from './service';

const WRITES = Number(process.env['CRASH_WRITES'] ?? 10_000);
const KILL_EVERY = Number(process.env['CRASH_EVERY'] ?? 1_000);
const AT_ONCE = 8;
const PAGE = 500;
const EMAIL =
  DEMO_PEOPLE.find(({ memberships }) => Object.values(memberships).includes('owner'))?.email ?? '';

const print = (text: string) => process.stdout.write(`${text}\n`);

interface Block {
  id: string;
  content: string;
}

async function everyBlock(url: string, agentId: string): Promise<Block[]> {
  const found: Block[] = [];
  for (;;) {
    const page = await ask<{ items: Block[]; total_items: number }>(
      'GET',
      `${url}/memory-blocks/?scope=personal&agent_id=${agentId}&sort_by=id&limit=${PAGE}&skip=${found.length}`,
      headersOf(EMAIL),
    );
    found.push(...page.items);
    if (page.items.length === 0 || found.length >= page.total_items) {
      if (found.length !== page.total_items) throw new Error('The total is not the number of the rows.');
      return found;
    }
  }
}

async function crash(title: string, env: Record<string, string>): Promise<void> {
  const start = () => startService({ ...env, DEMO_BLOCKS: '60' });
  let service = await start();
  const { agent_id: agentId } = await ask<{ agent_id: string }>(
    'POST',
    `${service.url}/agents/?scope=personal`,
    headersOf(EMAIL),
    { agent_name: `crash ${Date.now()}` },
  );
  const acknowledged = new Map<string, string>();
  let next = 0;
  let kills = 0;
  let unanswered = 0;
  const started = performance.now();
  while (acknowledged.size < WRITES) {
    const goal = Math.min(WRITES, acknowledged.size + KILL_EVERY);
    const { url } = service;
    const writer = async () => {
      while (acknowledged.size < goal) {
        const content = `write ${(next += 1)}`;
        try {
          const made = await ask<Block>('POST', `${url}/memory-blocks/?scope=personal`, headersOf(EMAIL), {
            agent_id: agentId,
            conversation_id: agentId,
            content,
          });
          acknowledged.set(made.id, content);
        } catch {
          unanswered += 1;
          return;
        }
      }
      // The first that is done kills it while the others are still writing.
      service.kill();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, writer));
    await service.ended;
    kills += 1;
    service = await start();
  }
  const stored = await everyBlock(service.url, agentId);
  await service.stop();
  const byId = new Map(stored.map(({ id, content }) => [id, content]));
  const lost = [...acknowledged].filter(([id, content]) => byId.get(id) !== content);
  const twice = stored.length - new Set(stored.map(({ content }) => content)).size;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  print(
    `| ${title} | ${acknowledged.size} | ${kills} | ${unanswered} | ${stored.length} | ${lost.length} | ${twice} | ${seconds} |`,
  );
  if (lost.length > 0 || twice > 0) process.exitCode = 1;
}

print(`| engine | acknowledged | kill -9 | cut off | stored | lost | twice | seconds |`);
print(`|---|---|---|---|---|---|---|---|`);
const folder = mkdtempSync(path.join(tmpdir(), 'memory-service-crash-'));
try {
  if (process.env['BENCH_EMBEDDED'] !== 'no') await crash('embedded', { DATA_DIR: folder });
  const serverUrl = process.env['BENCH_DATABASE_URL'];
  if (serverUrl !== undefined) await crash('PostgreSQL', { DATABASE_URL: serverUrl });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
