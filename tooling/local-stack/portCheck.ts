/** Checks before the start whether the ports are free, and reports taken ones in one line. */
import { createServer } from 'node:net';
import { PARTS, PART_NAMES, type PartName, type Ports } from './parts';

/** A port is taken when listening fails on either address that `localhost` can resolve to. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryListen(port, host);
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
  }
  return true;
}

function tryListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/** A currently free port, chosen by the system. */
async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Error message for taken ports: a single line, regardless of their number. */
export function portsTakenMessage(taken: { port: number; name: PartName }[]): string {
  const list = taken.map(({ port, name }) => `${port} (${PARTS[name].variable})`).join(', ');
  const { port, name } = taken[0]!;
  const example = `${PARTS[name].variable}=${port + 100}`;
  return taken.length === 1
    ? `Port ${port} is taken, the ${PARTS[name].label.toLowerCase()} can’t start. Stop the program that uses it, or set ${PARTS[name].variable}, e.g. ${example} npm start`
    : `Ports ${list} are taken. Stop the programs that use them, or set the variables, e.g. ${example} npm start`;
}

/**
 * Replaces 0 with free ports and checks the rest.
 * @throws Error with one line that lists every taken port and its variable.
 */
export async function claimPorts(ports: Ports): Promise<Ports> {
  const claimed = { ...ports };
  const taken: { port: number; name: PartName }[] = [];
  for (const name of PART_NAMES) {
    if (ports[name] === 0) {
      do claimed[name] = await freePort();
      while (PART_NAMES.some((other) => other !== name && claimed[other] === claimed[name]));
    } else if (!(await isFree(ports[name]))) taken.push({ port: ports[name], name });
  }
  if (taken.length > 0) throw new Error(portsTakenMessage(taken));
  return claimed;
}
