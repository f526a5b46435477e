/**
 * `pnpm bench:events`: many streams of changes on one process of the built service, embedded and on PostgreSQL (BENCH_DATABASE_URL, or
 * a server of its own where PostgreSQL is installed): memory for each stream, and the time until a write has reached all of them.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDatabases } from './databases';
import { ask, headersOf, startService } from './service';

const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 2_000);
const OF_EACH_PERSON = 20;
const WRITES = 20;
/** Each invites so many people: fewer than one person may in an hour. */
const INVITED_BY_ONE = 50;
const adminOf = (n: number) => `root${Math.floor(n / INVITED_BY_ONE)}@bench.test`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

/** Opens a stream; `onText` gets what comes. */
function open(url: string, email: string, onText: (text: string) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/events`, { headers: headersOf(email), agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was refused with ${response.statusCode}.`));
      response.on('error', () => undefined);
      response.on('data', (data: Buffer) => onText(data.toString()));
      resolve(response);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** All are members of one organization, so each write concerns every stream, and the rights of every person are looked up. */
async function measure(title: string, env: Record<string, string>): Promise<void> {
  const people = Array.from(
    { length: Math.ceil(STREAMS / OF_EACH_PERSON) },
    (_, n) => `person${n}@bench.test`,
  );
  const service = await startService({ ...env, ADMIN_EMAILS: people.map((_, n) => adminOf(n)).join(',') });
  const { url } = service;
  try {
    const admin = headersOf(adminOf(0));
    const organization = await ask<{ id: string }>('POST', `${url}/organizations/`, admin, {
      name: `bench ${randomUUID()}`,
    });
    const invitations = `${url}/organizations/${organization.id}/invitations`;
    for (const [n, email] of people.entries()) {
      const given = { email, role: 'viewer' };
      const { id } = await ask<{ id: string }>('POST', invitations, headersOf(adminOf(n)), given);
      await ask('POST', `${invitations}/${id}/accept`, headersOf(email));
    }
    const before = await residentBytes(url);
    let ready = 0;
    let reached = 0;
    let name = '';
    const responses: IncomingMessage[] = [];
    for (let n = 0; n < STREAMS; n += 1) {
      const email = people[n % people.length] ?? '';
      responses.push(
        await open(url, email, (text) => {
          if (text.includes('event: ready')) ready += 1;
          if (name !== '' && text.includes('"organizations"')) reached += 1;
        }),
      );
    }
    while (ready < STREAMS) await pause(20);
    const perStream = ((await residentBytes(url)) - before) / STREAMS / 1024;

    const times: number[] = [];
    for (let n = 0; n < WRITES; n += 1) {
      reached = 0;
      name = `bench ${randomUUID()}`;
      const started = performance.now();
      await ask('PUT', `${url}/organizations/${organization.id}`, admin, { name });
      while (reached < STREAMS) await pause(1);
      times.push(performance.now() - started);
    }
    print(
      `| ${title} | ${STREAMS} | ${perStream.toFixed(0)} KB | ${median(times).toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms |`,
    );
    responses.forEach((response) => response.destroy());
  } finally {
    await service.stop();
  }
}

print('| engine | open streams | memory for each | from a write to all | slowest |\n|---|---|---|---|---|');
const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-events-'));
try {
  await measure('embedded', { DATA_DIR: folder });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const databases = await findDatabases();
await databases?.withEmpty((url) => measure('PostgreSQL', { DATABASE_URL: url }));
await databases?.stop();
