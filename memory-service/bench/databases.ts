/** Empty PostgreSQL databases for a bench: on the server of BENCH_DATABASE_URL, or on one that is started where PostgreSQL is installed. */
import { randomBytes } from 'node:crypto';
import { administer, serverBinaries, startOwnServer } from '../src/testing/postgresServer';

export interface Databases {
  /** Makes an empty database, lends its address to `work`, and drops it. */
  withEmpty: <T>(work: (url: string) => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
}

/** The server to make databases on; undefined where there is none. */
export async function findDatabases(): Promise<Databases | undefined> {
  const given = process.env['BENCH_DATABASE_URL'];
  const binaries = serverBinaries();
  if (given === undefined && binaries === undefined) return undefined;
  const own = given === undefined && binaries !== undefined ? await startOwnServer(binaries) : undefined;
  const server = own?.url ?? given ?? '';
  return {
    withEmpty: async (work) => {
      const url = new URL(server);
      const name = `bench_${randomBytes(6).toString('hex')}`;
      url.pathname = `/${name}`;
      await administer(server, `create database ${name}`);
      try {
        return await work(url.href);
      } finally {
        await administer(server, `drop database if exists ${name} with (force)`);
      }
    },
    stop: async () => own?.stop(),
  };
}
