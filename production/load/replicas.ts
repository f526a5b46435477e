/** Requests per second through nginx with one and with two replicas, with and without PgBouncer; prints Markdown. */
import { cpus } from 'node:os';
import autocannon from 'autocannon';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { signIn } from '../login/signIn';
import { findBinaries } from '../native/binaries';
import { type NativeStack, startNative } from '../native/stack';
import { openWorkplace } from './workplace';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const BLOCKS = Number(process.env['BENCH_BLOCKS'] ?? 10_000);
const CONNECTIONS = 16;
const EMAIL =
  DEMO_PEOPLE.find(({ memberships }) => Object.values(memberships).includes('owner'))?.email ?? '';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function row(stack: NativeStack, title: string): Promise<string[]> {
  const { headers } = await signIn(stack.origin, EMAIL, stack.password);
  const place = await openWorkplace(stack.origin, EMAIL, stack.password);
  place.client.close();
  const user = (await (await fetch(`${stack.origin}/api/user-info`, { headers })).json()) as {
    memberships: { organization_id: string; can_write: boolean }[];
  };
  const organization = user.memberships.find((one) => one.can_write)?.organization_id ?? '';
  const scope = `scope=organization&organization_id=${organization}`;
  const body = JSON.stringify({ agent_id: place.agentId, conversation_id: place.agentId, content: 'bench' });
  const calls = [
    { name: 'list', path: `/api/memory-blocks/?limit=12&${scope}` },
    {
      name: 'full-text search',
      path: `/api/memory-blocks/search/fulltext?query=migration&limit=12&${scope}`,
    },
    { name: 'create', path: `/api/memory-blocks/?${place.scope}`, body },
  ];
  const rows: string[] = [];
  for (const call of calls) {
    const result = await autocannon({
      url: `${stack.origin.replace('localhost', '127.0.0.1')}${call.path}`,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: {
        ...headers,
        host: new URL(stack.origin).host,
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { method: 'POST' as const, body: call.body } : {}),
    });
    const { p50, p99 } = result.latency;
    const failed = result.non2xx + result.errors;
    rows.push(
      `| ${title} | ${call.name} | ${result.requests.average.toFixed(0)} | ${p50} | ${p99} | ${failed} |`,
    );
  }
  return rows;
}

const binaries = findBinaries();
if ('missing' in binaries) {
  console.error(binaries.missing);
  process.exit(1);
}
print(
  `${cpus().length} cores for everything together (load, gateway, sign-in, replicas, PgBouncer, PostgreSQL), ${BLOCKS} blocks, ${CONNECTIONS} connections, ${SECONDS} s each, fsync on\n`,
);
print('| replicas, pooler | call | requests/s | p50 ms | p99 ms | failed |\n|---|---|---|---|---|---|');
for (const withoutPooler of [false, true]) {
  const stack = await startNative({ binaries, blocks: BLOCKS, withoutPooler, durable: true });
  const pooler = withoutPooler ? 'PostgreSQL itself' : 'PgBouncer';
  for (const line of await row(stack, `2, ${pooler}`)) print(line);
  await stack.kill('b');
  for (const line of await row(stack, `1, ${pooler}`)) print(line);
  await stack.stop();
}
