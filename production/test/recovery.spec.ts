/** Backups: a copy and the archived log bring the database back as it was at a moment. */
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from '../native/binaries';
import { copyServer, query, startPostgres, startRecovered } from '../native/database';
import { makePlace, type Place } from '../native/place';
import { startReplica } from '../native/replica';
import { newSecret } from '../native/secrets';
import { expect, missing, OWNER, test } from './stack';

// eslint-disable-next-line no-restricted-syntax -- needs programs of the system that not every machine has; the reason is reported
test.skip(missing !== undefined, missing ?? '');

/** A folder that PostgreSQL may write into, whatever account it runs as. */
function openFolder(place: Place, name: string): string {
  const folder = path.join(place.folder, name);
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  return folder;
}

/** A service on a database, and the organizations that it makes and lists for one person. */
async function serveOn(place: Place, name: 'a' | 'b', databaseUrl: string) {
  const secret = newSecret();
  const origin = 'http://localhost:3000';
  const env = {
    DATABASE_URL: databaseUrl,
    GATEWAY_SECRET: secret,
    APP_BASE_URL: origin,
    ADMIN_EMAILS: OWNER,
  };
  const program = place.keep(await startReplica({ name: `Service ${name}`, port: place.ports[name], env }));
  const call = (method: string, body?: object) =>
    fetch(`http://${place.at(name)}/organizations/`, {
      method,
      headers: {
        ...{ 'x-gateway-secret': secret, 'x-auth-request-email': OWNER, origin },
        ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        ...{ cookie: '_oauth2_proxy_csrf=abc', 'x-csrf-token': 'abc' },
      },
      body: body && JSON.stringify(body),
    });
  return {
    program,
    write: async (text: string) => expect((await call('POST', { name: text })).status).toBe(201),
    names: async () => ((await (await call('GET')).json()) as { name: string }[]).map((one) => one.name),
  };
}

test('a copy and the archived log bring back what was acknowledged before a moment, and nothing later', async () => {
  const binaries = findBinaries();
  if ('missing' in binaries) throw new Error(binaries.missing);
  const place = await makePlace();
  try {
    const archive = openFolder(place, 'archive');
    const password = newSecret();
    const first = await startPostgres(
      { binaries, folder: openFolder(place, 'first'), port: place.ports.postgres },
      password,
      { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` },
    );
    place.keep(first.program);
    const before = await serveOn(place, 'a', first.url);
    await before.write('Before the copy');
    const folder = openFolder(place, 'recovered');
    copyServer({ binaries, folder }, first.adminUrl);

    await before.write('After the copy');
    const [moment] = await query<{ target: string }>(
      first.adminUrl,
      'select clock_timestamp()::text as target',
    );
    await before.write('After the moment');
    const [closed] = await query<{ segment: string }>(
      first.adminUrl,
      'select pg_walfile_name(pg_switch_wal()) as segment',
    );
    const isArchived = `select last_archived_wal >= '${closed?.segment ?? ''}' as done from pg_stat_archiver`;
    await expect.poll(() => query(first.adminUrl, isArchived)).toEqual([{ done: true }]);
    await before.program.stop();
    await first.program.kill();

    const recovered = await startRecovered({ binaries, folder, port: place.ports.standby }, password, {
      archive,
      target: moment?.target ?? '',
    });
    place.keep(recovered.program);
    await expect
      .poll(() => query(recovered.adminUrl, 'select pg_is_in_recovery() as waits'))
      .toEqual([{ waits: false }]);
    const after = await serveOn(place, 'b', recovered.url);
    expect(await after.names()).toEqual(['After the copy', 'Before the copy']);
    await after.write('Written again');
  } finally {
    await place.clear();
  }
});
