/** Creates separate databases on an existing Citus cluster: `TEST_CITUS_URL` is an administrator's URL of its coordinator. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { administer } from './postgresServer';
import type { TestServer } from './postgresServer';

/** Coordinator for test databases; undefined if not configured. */
export const citusUrl = (): string | undefined => process.env['TEST_CITUS_URL'];

interface Node {
  host: string;
  port: number;
}

/** URL of another node and database. */
function buildAddress(coordinator: string, { host, port }: Node, database: string): string {
  const url = new URL(coordinator);
  url.hostname = host;
  url.port = String(port);
  url.pathname = `/${database}`;
  return url.href;
}

/** Creates an empty database with the extension on the coordinator and all workers. */
export async function startCitus(coordinator: string): Promise<TestServer> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  const { rows: nodes } = await client.query<Node & { isCoordinator: boolean }>(
    'select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid',
  );
  await client.end();
  const database = `test_${randomBytes(6).toString('hex')}`;
  const onAllNodes = (statement: string, at = 'postgres') =>
    Promise.all(nodes.map((node) => administer(buildAddress(coordinator, node, at), statement)));
  await onAllNodes(`create database ${database}`);
  await onAllNodes('create extension citus', database);
  const [first, ...workers] = nodes;
  if (!first || workers.length === 0) throw new Error('The Citus of TEST_CITUS_URL has no workers.');
  const url = buildAddress(coordinator, first, database);
  await administer(url, `select citus_set_coordinator_host('${first.host}', ${first.port})`);
  for (const { host, port } of workers) await administer(url, `select citus_add_node('${host}', ${port})`);
  // Two shards per worker: more take longer to create and test nothing else.
  await administer(url, `alter database ${database} set citus.shard_count = ${2 * workers.length}`);
  await administer(url, `alter database ${database} set citus.enable_stat_counters = on`);
  return {
    url,
    stop: async () => {
      await onAllNodes(`drop database if exists ${database} with (force)`);
    },
  };
}
