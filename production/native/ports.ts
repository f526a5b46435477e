/** Free ports, all different. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** @param names what the ports are for. */
export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const servers = names.map(() => createServer());
  // All are held open together, so that the system gives none twice.
  await Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<Name, number>;
}
