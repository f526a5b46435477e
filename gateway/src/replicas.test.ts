import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReplicas } from './replicas';

interface Replica {
  server: Server;
  origin: string;
  isReady: boolean;
  answered: number;
}

async function startReplica(): Promise<Replica> {
  const server = createServer((request, response) => {
    if (request.url === '/ready') response.writeHead(replica.isReady ? 200 : 503).end();
    else {
      replica.answered += 1;
      response.end('ok');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replica: Replica = { server, origin, isReady: true, answered: 0 };
  return replica;
}

let replicas: Replica[];
beforeEach(async () => (replicas = [await startReplica(), await startReplica()]));
afterEach(() => replicas.forEach(({ server }) => server.close().closeAllConnections()));

it('speaks to each replica in turn, and to one that is about to go no more', async () => {
  let now = 0;
  const service = createReplicas(
    replicas.map(({ origin }) => origin),
    { timeoutMs: 5000, now: () => now },
  );
  const ask = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      const { body } = await service.request({ method: 'GET', path: '/x' });
      await body.dump();
    }
    return replicas.map(({ answered }) => answered);
  };
  await service.refresh();
  expect(await ask(4)).toEqual([2, 2]);
  replicas[0]!.isReady = false;
  now += 2000;
  // It does not hold a request up, so the end of the look is waited for here.
  await service.refresh();
  await service.refreshed();
  expect(await ask(2)).toEqual([2, 4]);
  replicas[0]!.isReady = true;
  now += 2000;
  await service.refresh();
  await service.refreshed();
  expect(await ask(4)).toEqual([4, 6]);
  await service.close();
});
