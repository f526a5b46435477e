import { ContainerError } from './failure';
import { ATTEMPTS, backoff, fetchContainer, TOTAL_DEADLINE_MS, TRY_DEADLINE_MS } from './loader';
import { exampleRelease, memoryContainer, playScripts, type ScriptFate } from './testing';

const container = memoryContainer({});
const arrives: ScriptFate = { leaves: 'remote_memory', container };

async function outcome(fates: ScriptFate[], probed?: Response | Error) {
  globalThis.fetch = jest.fn(async () => {
    if (probed instanceof Response) return probed;
    throw probed ?? new TypeError('refused');
  });
  const scripts = playScripts(fates);
  const result = fetchContainer(exampleRelease()).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(30_000);
  scripts.stop();
  return { result: await result, asked: scripts.asked };
}

describe('fetching a container', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    delete (globalThis as Record<string, unknown>).remote_memory;
  });
  afterEach(() => jest.useRealTimers());

  it('takes it at the first try', async () => {
    const { result, asked } = await outcome([arrives]);
    expect(result).toBe(container);
    expect(asked).toEqual(['http://localhost:3001/1.0.0-abcd1234/remoteEntry.js']);
  });

  it('tries three times, each under an address of its own', async () => {
    const { result, asked } = await outcome(['fails', 'hangs', arrives]);
    expect(result).toBe(container);
    expect(asked.map((url) => new URL(url).search)).toEqual(['', '?retry=1', '?retry=2']);
  });

  it('takes the answer of a server that needs ten seconds for each', async () => {
    const slow = { ...arrives, after: 10_000 };
    expect((await outcome([slow, slow, slow])).result).toBe(container);
    // What comes after it is taken away too: another version would find it under the same name.
    expect((globalThis as Record<string, unknown>).remote_memory).toBeUndefined();
  });

  it('says that a server cannot be reached', async () => {
    const { result, asked } = await outcome([]);
    expect(asked).toHaveLength(3);
    expect(result).toBeInstanceOf(ContainerError);
    expect((result as ContainerError).diagnosis).toEqual({
      kind: 'unreachable',
      reason: 'The server at http://localhost:3001 cannot be reached.',
    });
  });

  it('says that a server hangs', async () => {
    const { result } = await outcome(['hangs', 'hangs', 'hangs']);
    expect((result as ContainerError).diagnosis).toEqual({
      kind: 'timeout',
      reason: 'The server at http://localhost:3001 did not answer within 4 seconds.',
    });
  });

  it.each([
    [500, 'text/plain', 'The server at http://localhost:3001 answered with status 500.'],
    [
      200,
      'text/html',
      'The server at http://localhost:3001 answered with something that is not a program (text/html).',
    ],
    [
      200,
      'text/javascript',
      'The file http://localhost:3001/1.0.0-abcd1234/remoteEntry.js was delivered, but could not be run.',
    ],
  ])('says that a server answers %s with %s', async (status, type, reason) => {
    const { result } = await outcome([], new Response('x', { status, headers: { 'Content-Type': type } }));
    expect((result as ContainerError).diagnosis.reason).toBe(reason);
  });
});

it('tries and deadlines are those of the design', () => {
  expect([ATTEMPTS, TRY_DEADLINE_MS, TOTAL_DEADLINE_MS]).toEqual([3, 4000, 14_000]);
});

it('pauses double and carry jitter', () => {
  expect([backoff(1, () => 0), backoff(2, () => 0)]).toEqual([200, 400]);
  expect(backoff(1, () => 0.999)).toBe(300);
});
