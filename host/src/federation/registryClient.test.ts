import { browserStorage } from '../session/storage';
import {
  fillersOf,
  LAST_GOOD_KEY,
  onRegistry,
  readRegistry,
  releaseOf,
  resetRegistry,
  setRegistry,
} from './registryClient';
import { exampleRelease, putRegistry } from './testing';

beforeEach(() => {
  resetRegistry();
  browserStorage.write(LAST_GOOD_KEY, null);
});

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

it('falls back to the last good copy of this browser, and says what was wrong', () => {
  const kept = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes: { memory: exampleRelease() } };
  browserStorage.write(LAST_GOOD_KEY, JSON.stringify(kept));
  document.body.innerHTML = '<script type="application/json" id="registry">{"half</script>';
  expect(readRegistry()).toEqual({
    registry: kept,
    problem: 'What the server sent is no JSON.',
    source: 'kept',
  });
});

it('repeats what the server said about its own copy', () => {
  putRegistry({ memory: exampleRelease() });
  document.getElementById('registry')!.dataset['problem'] = 'The file is gone.';
  expect(readRegistry()).toMatchObject({ problem: 'The file is gone.', source: 'page' });
});

it('names the place that breaks the schema', () => {
  putRegistry({ memory: exampleRelease({ entry: 7 as unknown as string }) });
  expect(readRegistry().problem).toMatch(/^It breaks its schema at remotes\.memory\.entry: /);
});

it('tells who listens when the page works with something else', () => {
  putRegistry({ memory: exampleRelease() });
  const heard = jest.fn();
  const stop = onRegistry(heard);
  const remotes = { memory: exampleRelease({ version: '1.1.0-ffff0000' }) };
  setRegistry({ registry: { ...readRegistry().registry, remotes } });
  expect(releaseOf('memory')?.version).toBe('1.1.0-ffff0000');
  stop();
  setRegistry({ problem: null });
  expect(heard).toHaveBeenCalledTimes(1);
});
