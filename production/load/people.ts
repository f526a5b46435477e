/**
 * An hour of 1,000 people with open pages and 200 agents, at increasing speed, on one, two and four replicas with PostgreSQL and PgBouncer.
 * Callers are spread over the replicas round-robin and identified by headers, as nginx would do; prints Markdown.
 */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { ClientRequest } from 'node:http';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { findBinaries } from '../native/binaries';
import type { Binaries } from '../native/binaries';
import { query, startPgbouncer, startPostgres } from '../native/database';
import { makePlace } from '../native/place';
import { freePorts } from '../native/ports';
import { startReplica } from '../native/replica';
import { newSecret, secretFiles } from '../native/secrets';
import { createClient } from './client';
import type { Client } from './client';
import type { Asked, Caller } from './crowd';
import { requestsPerHour, simulateHour } from './crowd';
import { hasSucceeded } from './traffic';

const PEOPLE = 1_000;
const AGENTS = 200;
const BLOCKS = Number(process.env.BENCH_BLOCKS ?? 20_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const SPEEDS = (process.env.BENCH_SPEEDS ?? '1,2,4').split(',').map(Number);
const REPLICAS = (process.env.BENCH_REPLICAS ?? '1,2,4').split(',').map(Number);
const ORIGIN = 'http://localhost:3000';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function startStack(binaries: Binaries, count: number) {
  const place = await makePlace();
  const folder = path.join(place.folder, 'postgres');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const password = newSecret();
  const postgres = await startPostgres({ binaries, folder, port: place.ports.postgres }, password);
  place.keep(postgres.program);
  const pooler = await startPgbouncer(
    { binaries, folder, port: place.ports.pgbouncer },
    place.ports.postgres,
    password,
  );
  place.keep(pooler.program);
  const secret = newSecret();
  const env = {
    ...secretFiles(path.join(place.folder, 'secrets'), {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: postgres.url,
      GATEWAY_SECRET: secret,
      TOKEN_PEPPER: newSecret(),
    }),
    DATABASE_PREPARED_STATEMENTS: pooler.supportsPreparedStatements ? '1' : '0',
    APP_BASE_URL: ORIGIN,
    DEMO_BLOCKS: String(BLOCKS),
    LOG_LEVEL: 'warn',
  };
  const names = Array.from({ length: count }, (_, n) => `replica ${n + 1}`);
  const ports = await freePorts(names);
  const replicas = await Promise.all(
    names.map(async (name) => place.keep(await startReplica({ name, port: ports[name] ?? 0, env }))),
  );
  return {
    urls: names.map((name) => `http://localhost:${ports[name]}`),
    pids: replicas.map(({ pid }) => pid),
    databasePid: postgres.program.pid,
    adminUrl: postgres.adminUrl.replace(/postgres$/, 'hindsight'),
    secret,
    stop: () => place.clear(),
  };
}
type Stack = Awaited<ReturnType<typeof startStack>>;

const identityHeaders = (secret: string, email: string) => ({
  'x-gateway-secret': secret,
  'x-auth-request-email': email,
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
  cookie: '_oauth2_proxy_csrf=bench',
  'x-csrf-token': 'bench',
});

/** Adds people to the organizations of the demo workspace, and agents with tokens for some of them. */
async function createCrowd({ adminUrl, secret }: Stack, [client]: readonly Client[]) {
  const rows = await query<{ email: string; organization: string; agent: string }>(
    adminUrl,
    `with homes as (select organization_id as id, min(agents.id::text) as agent, row_number() over (order by organization_id) - 1 as place
         from agents join organizations on organizations.id = organization_id where is_active group by 1),
       people as (insert into users (email, beta_access_status) select 'person' || n || '@load.test', 'accepted' from generate_series(1, ${PEOPLE}) as n returning id, email),
       placed as (select people.*, row_number() over (order by email) as n from people),
       homed as (select placed.*, homes.id as organization, homes.agent from placed join homes on homes.place = placed.n % (select count(*) from homes)),
       joined as (insert into memberships (organization_id, user_id, role, can_write) select organization, id, 'editor', true from homed)
     select email, organization, agent from homed`,
  );
  const people = rows.map(({ email, organization, agent }): Caller => ({
    headers: identityHeaders(secret, email),
    scope: `scope=organization&organization_id=${organization}`,
    agentId: agent,
  }));
  const agents: Caller[] = [];
  for (const person of people.slice(0, AGENTS)) {
    const made = await client?.send(
      'POST',
      '/users/me/tokens',
      { name: 'agent', scopes: ['read', 'write'] },
      person.headers,
    );
    if (!made || !hasSucceeded(made)) throw new Error(`No token: ${made?.status} ${made?.body}`);
    const { token } = JSON.parse(made.body) as { token: string };
    agents.push({ ...person, headers: { authorization: `Bearer ${token}` } });
  }
  return { people, agents };
}

/** Opens one change stream per open page. */
function openStreams(urls: readonly string[], people: readonly Caller[]): Promise<ClientRequest[]> {
  return Promise.all(
    people.map(
      ({ headers }, n) =>
        new Promise<ClientRequest>((resolve, reject) => {
          const url = (urls[n % urls.length] ?? '').replace('localhost', '127.0.0.1');
          const stream = get(`${url}/events`, { headers }, (answer) => {
            answer.resume();
            if (answer.statusCode === 200) resolve(stream);
            else reject(new Error(`Opening a stream failed: ${answer.statusCode}.`));
          });
          stream.on('error', reject);
        }),
    ),
  );
}

const TICKS_PER_SECOND = 100;
const readProcessStat = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
/** CPU seconds that a process has used so far, including its children where they are still running. */
function cpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const processorSeconds = (one: number) =>
    (Number(readProcessStat(one)[11]) + Number(readProcessStat(one)[12])) / TICKS_PER_SECOND;
  return (
    processorSeconds(pid) + children.reduce((total, child) => total + processorSeconds(Number(child)), 0)
  );
}
const residentMegabytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const total = (pids: readonly number[], of: (pid: number) => number) =>
  pids.reduce((all, pid) => all + of(pid), 0);

function row(asked: readonly Asked[], times: { replicas: number; database: number }): string {
  const sorted = asked.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  const failures = asked.filter((one) => !hasSucceeded(one)).map(({ name, status }) => `${name} ${status}`);
  const failed = [failures.length, ...new Set(failures)].join(', ');
  const perRequest = (seconds: number) => ((seconds / asked.length) * 1000).toFixed(1);
  return `${asked.length} | ${at(0.5)} | ${at(0.99)} | ${failed} | ${perRequest(times.replicas)} + ${perRequest(times.database)}`;
}

async function measure(binaries: Binaries, count: number): Promise<void> {
  const stack = await startStack(binaries, count);
  const clients = stack.urls.map((url) => createClient(url, {}));
  try {
    const crowd = await createCrowd(stack, clients);
    await simulateHour(crowd, clients, { speed: 1, seconds: 5 });
    const before = total(stack.pids, residentMegabytes);
    const streams = await openStreams(stack.urls, crowd.people);
    const perStream = ((total(stack.pids, residentMegabytes) - before) / streams.length) * 1024;
    for (const speed of SPEEDS) {
      const usedProcessor = () => ({
        replicas: total(stack.pids, cpuSeconds),
        database: cpuSeconds(stack.databasePid),
      });
      const from = usedProcessor();
      const asked = await simulateHour(crowd, clients, { speed, seconds: SECONDS });
      const to = usedProcessor();
      const times = { replicas: to.replicas - from.replicas, database: to.database - from.database };
      print(
        `| ${count} | ${speed} | ${((requestsPerHour(PEOPLE, AGENTS) * speed) / 3600).toFixed(0)} | ${row(asked, times)} | ${perStream.toFixed(0)} | ${loadavg()[0]?.toFixed(0)} |`,
      );
    }
    for (const stream of streams) stream.on('error', () => undefined).destroy();
  } finally {
    for (const client of clients) client.close();
    await stack.stop();
  }
}

const binaries = findBinaries();
if ('missing' in binaries) {
  console.error(binaries.missing);
  process.exit(1);
}
print(
  `${cpus().length} cores for everything, ${PEOPLE} people with open streams, ${AGENTS} agents, ${BLOCKS} memories, ${SECONDS} s a row; times count from the moment at which a caller wanted the answer\n`,
);
print(
  '| replicas | speed of the hour | wanted/s | requests | p50 ms | p99 ms | failed | CPU ms a request (replicas + database) | KiB a stream | load |\n|---|---|---|---|---|---|---|---|---|---|',
);
for (const count of REPLICAS) await measure(binaries, count);
