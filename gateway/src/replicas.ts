/** Service replicas: resolved by name, probed for readiness, and used in turn. */
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { type Dispatcher, errors, Pool, request } from 'undici';

/** Maximum age of the list when a request arrives. An idle gateway probes nothing. */
const FRESH_MS = 1000;
const PROBE_MS = 1000;

export interface ReplicaOptions {
  /** Milliseconds that the service may stay silent. */
  timeoutMs: number;
  now?: () => number;
}

/** Resolves a name to the addresses of its replicas. */
async function resolveAddresses(origin: string): Promise<string[]> {
  const { protocol, hostname, port } = new URL(origin);
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true, family: 0 });
  const family = found[0]?.family;
  return found
    .filter((one) => one.family === family)
    .map(({ address }) => `${protocol}//${isIPv6(address) ? `[${address}]` : address}:${port || 80}`);
}

async function isReady(origin: string): Promise<boolean> {
  const { statusCode, body } = await request(`${origin}/ready`, {
    headersTimeout: PROBE_MS,
    bodyTimeout: PROBE_MS,
  });
  await body.dump();
  return statusCode === 200;
}

/** The ready replicas, or all when none is ready: a real call then reveals more than a probe. */
async function filterReady(addresses: string[]): Promise<string[]> {
  if (addresses.length < 2) return addresses;
  const answers = await Promise.all(addresses.map((one) => isReady(one).catch(() => false)));
  const ready = addresses.filter((_one, index) => answers[index]);
  return ready.length > 0 ? ready : addresses;
}

/** Errors before a connection is made, so nothing of the request was sent. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
]);

export const isUnreachable = (error: unknown) => UNREACHABLE.has((error as { code?: string }).code ?? '');

type Call = Omit<Dispatcher.RequestOptions, 'origin'>;

export interface Replicas {
  /** Sends a request to the next replica. An unreachable one is skipped until it is ready again. */
  request(call: Call): Promise<Dispatcher.ResponseData>;
  /** Refreshes a stale list of replicas. Waits for the result only while no replica is known. */
  refresh(): Promise<void>;
  /** Resolves when the refresh in progress ends. */
  refreshed(): Promise<void>;
  close(): Promise<void>;
}

/** @param origins of the service, e.g. `http://memory-service:8000`; one name may resolve to several replicas. */
export function createReplicas(
  origins: readonly string[],
  { timeoutMs, now = () => performance.now() }: ReplicaOptions,
): Replicas {
  const options: Pool.Options = {
    pipelining: 1,
    connect: { timeout: 2000 },
    // Shorter than the service's 72 s, so the service never closes a connection in use.
    keepAliveTimeout: 60_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
  const pools = new Map<string, Pool>();
  let turn = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    const found = await Promise.all(origins.map((origin) => resolveAddresses(origin).catch(() => [])));
    const addresses = [...new Set(found.flat())];
    // A short DNS outage must not remove the replicas.
    if (addresses.length === 0) return;
    const ready = await filterReady(addresses);
    for (const one of ready) if (!pools.has(one)) pools.set(one, new Pool(one, options));
    for (const [one, pool] of pools)
      if (!ready.includes(one)) {
        pools.delete(one);
        // In-flight requests finish first.
        void pool.close();
      }
  }

  return {
    async request(call) {
      const known = [...pools];
      const [origin, pool] = known[(turn += 1) % known.length] ?? [];
      if (!origin || !pool) throw new errors.ClientClosedError('No replica is known.');
      try {
        return await pool.request(call as Dispatcher.RequestOptions);
      } catch (error) {
        if (isUnreachable(error) && pools.size > 1 && pools.delete(origin)) void pool.close();
        throw error;
      }
    },
    async refresh() {
      if (now() - checkedAt > FRESH_MS && !checking) {
        checkedAt = now();
        checking = check().finally(() => (checking = null));
      }
      if (pools.size === 0) await checking;
    },
    refreshed: async () => checking ?? undefined,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}
