import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promote } from './promote';
import { readAudit } from './audit';
import { checkAddress } from './program';
import { author, releaseFolder } from './testing/releaseFolder';

let releases: ReturnType<typeof releaseFolder>;
let server: Server;
let origin: string;

/** Serves the store at `/releases/`, and a page at every other address below `/page/`. */
beforeEach(async () => {
  releases = releaseFolder();
  server = createServer((request, response) => {
    const [, folder, ...rest] = (request.url ?? '').split('/');
    if (folder === 'page') return void response.end('<html>');
    void releases.store.read(rest.join('/')).then((file) => {
      if (folder === 'releases' && file) response.end(file.bytes);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  releases.remove();
});

/** @param tryOut undefined as with `--skip-address-check`. */
const promoteAt = (publicUrl: string, tryOut?: typeof checkAddress) =>
  promote(
    { store: releases.store, publicUrl, ...(tryOut ? { tryOut } : {}) },
    [{ remote: 'memory', version: '1.0.0' }],
    author,
  );

it.each([
  ['where nothing is', () => `${origin}/`, 'remoteEntry.js answers 404.'],
  ['where a page answers for all', () => `${origin}/page/`, 'is not the file that was published.'],
  ['where no server is', () => 'http://127.0.0.1:9/', 'cannot be reached: '],
])('does not send browsers %s', async (_name, publicUrl, reason) => {
  await releases.publish('memory', '1.0.0');
  await expect(promoteAt(publicUrl(), checkAddress)).rejects.toThrow(reason);
  expect(await releases.live()).toEqual([]);
});

it('corrects the address of the version that is live', async () => {
  await releases.publish('memory', '1.0.0');
  await promoteAt(`${origin}/`);
  await promoteAt(`${origin}/releases/`, checkAddress);
  const { remotes, rollout } = await releases.registry();
  expect([remotes.memory?.baseUrl, rollout]).toEqual([`${origin}/releases/memory/1.0.0/`, undefined]);
  expect((await readAudit(releases.store)).at(-1)).toMatchObject({ from: '1.0.0', to: '1.0.0' });
  await expect(promoteAt(`${origin}/releases/`, checkAddress)).rejects.toThrow(
    'memory 1.0.0 is already live.',
  );
});
