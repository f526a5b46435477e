import { fillersOf, readRegistry, refreshRegistry, releaseOf, resetRegistry } from './registryClient';
import { exampleRelease, putRegistry } from './testing';

beforeEach(() => resetRegistry());

it('reads the copy that came with the page', () => {
  putRegistry({ memory: exampleRelease() });
  expect(readRegistry().problem).toBeNull();
  expect(releaseOf('memory')?.version).toBe('1.0.0-abcd1234');
  expect(fillersOf('header.notifications')).toEqual(['memory']);
  expect(fillersOf('memory-block.detail')).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['another schema', '{"schema":9,"updatedAt":"","remotes":{}}'],
])('has no remotes and a problem when the page carries %s', (_, text) => {
  document.body.innerHTML = '<script type="application/json" id="registry"></script>';
  document.getElementById('registry')!.textContent = text;
  const state = readRegistry();
  expect(state.registry.remotes).toEqual({});
  expect(state.problem).not.toBeNull();
});

it('takes a newer registry from the server', async () => {
  putRegistry({ memory: exampleRelease() });
  const remotes = { memory: exampleRelease({ version: '1.1.0-ffff0000' }) };
  globalThis.fetch = jest.fn(async () => Response.json({ schema: 1, updatedAt: '', remotes }));
  await refreshRegistry();
  expect(releaseOf('memory')?.version).toBe('1.1.0-ffff0000');
});

it.each([
  ['an error', () => new Response('', { status: 500 })],
  ['rubbish', () => new Response('<html>')],
])('keeps its copy when the server answers with %s', async (_, answer) => {
  putRegistry({ memory: exampleRelease() });
  readRegistry();
  globalThis.fetch = jest.fn(async () => answer());
  await refreshRegistry();
  expect(releaseOf('memory')?.version).toBe('1.0.0-abcd1234');
});
