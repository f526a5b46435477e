/** @jest-environment node */
import { NetworkError } from '@hindsight/shared-contracts/api/client';
import { type Asked, toolsOver } from '../testing/toolsOver';

it('refuses an argument that a tool does not take, by name', async () => {
  const { call } = await toolsOver(() => []);
  const { isError, text } = await call('recall', { query: 'x', workspce: 'Alpha', max: 3 });
  expect(isError).toBe(true);
  expect(text).toContain(
    'recall does not take workspce, max. It takes query, limit, max_tokens, cursor, agent,',
  );
  expect((await call('whoami', { verbose: true })).text).toContain(
    'whoami does not take verbose. It takes nothing.',
  );
});

it('takes null for an argument that is left out', async () => {
  const { call } = await toolsOver(() => []);
  expect((await call('recall', { query: 'x', workspace: null, limit: null })).isError).toBe(false);
});

it('does not log a cancelled call as a fault', async () => {
  let answered: () => void;
  const ended = new Promise<void>((resolve) => (answered = resolve));
  const cancelled = new AbortController();
  const { client, logged } = await toolsOver(
    (_key, { signal }: Asked) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener('abort', () => {
          reject(signal!.reason as Error);
          setImmediate(answered);
        });
        setImmediate(() => cancelled.abort('The person pressed Escape.'));
      }),
  );
  const call = client.callTool({ name: 'recall', arguments: { query: 'x' } }, undefined, {
    signal: cancelled.signal,
  });
  await expect(call).rejects.toThrow('Escape');
  await ended;
  expect(logged).toEqual([]);
});

it('logs a fault of its own', async () => {
  const { call, logged } = await toolsOver(() => Promise.reject(new TypeError('x')));
  expect((await call('recall', { query: 'x' })).text).toContain('Its log has the details.');
  expect(logged).toEqual(['The tool recall failed.']);
  const away = await toolsOver(() => Promise.reject(new NetworkError(new Error('x'))));
  await away.call('recall', { query: 'x' });
  expect(away.logged).toEqual([]);
});

it.each(['create_memory_block', 'correct_memory', 'supersede_memory'])(
  'refuses a memory of blanks alone (%s)',
  async (name) => {
    const { call } = await toolsOver(() => []);
    const id =
      name === 'create_memory_block' ? {} : { memory_block_id: '0a1b2c3d-0000-4000-8000-000000000001' };
    const args = { ...id, content: ' \u3164', lessons_learned: 'a' };
    const { isError, text } = await call(name, args);
    expect(isError).toBe(true);
    expect(text).toContain('The content must not be empty.');
  },
);
