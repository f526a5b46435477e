import { browserStorage } from '../session/storage';
import { createRegistry, listSlotFillers, LAST_GOOD_KEY } from './registry';
import { exampleRelease, putRegistry } from './testing';

beforeEach(() => browserStorage.write(LAST_GOOD_KEY, null));

it('reads the copy that came with the page', () => {
  putRegistry({ memory: exampleRelease() });
  const store = createRegistry();
  const { problem, registry } = store.get();
  expect(problem).toBeNull();
  expect(store.releaseFor('memory')?.version).toBe('1.0.0-abcd1234');
  expect(listSlotFillers('header.notifications', registry)).toEqual(['memory']);
  expect(listSlotFillers('memory-block.detail', registry)).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['another schema', '{"schema":9,"updatedAt":"","remotes":{}}'],
])('has no remotes and a problem when the page carries %s', (_, text) => {
  document.body.innerHTML = '<script type="application/json" id="registry"></script>';
  document.getElementById('registry')!.textContent = text;
  const state = createRegistry().get();
  expect(state.registry.remotes).toEqual({});
  expect(state.problem).not.toBeNull();
});

it('falls back to the last good copy of this browser, and says what was wrong', () => {
  const kept = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes: { memory: exampleRelease() } };
  browserStorage.write(LAST_GOOD_KEY, JSON.stringify(kept));
  document.body.innerHTML = '<script type="application/json" id="registry">{"half</script>';
  expect(createRegistry().get()).toEqual({
    registry: kept,
    problem: 'The server’s response is not valid JSON.',
    source: 'kept',
  });
});

it('repeats what the server said about its own copy', () => {
  putRegistry({ memory: exampleRelease() });
  document.getElementById('registry')!.dataset['problem'] = 'The file is gone.';
  expect(createRegistry().get()).toMatchObject({ problem: 'The file is gone.', source: 'page' });
});

it('names the place that breaks the schema', () => {
  putRegistry({ memory: exampleRelease({ entry: 7 as unknown as string }) });
  expect(createRegistry().get().problem).toMatch(/^It breaks its schema at remotes\.memory\.entry: /);
});

it('notifies subscribers when the page works with another release', () => {
  putRegistry({ memory: exampleRelease() });
  const store = createRegistry();
  const listener = jest.fn();
  const stop = store.subscribe(listener);
  const remotes = { memory: exampleRelease({ version: '1.1.0-ffff0000' }) };
  store.update({ registry: { ...store.get().registry, remotes } });
  expect(store.releaseFor('memory')?.version).toBe('1.1.0-ffff0000');
  stop();
  store.update({ problem: null });
  expect(listener).toHaveBeenCalledTimes(1);
});
