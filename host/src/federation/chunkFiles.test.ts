import { exampleRelease } from './testing';
import { chunkFiles, ChunkLoadError, FILE_DEADLINE_MS } from './chunkFiles';
import { rememberRelease } from './fileHashes';

const arrived = () => true;
const BASE = 'https://r.example/1.0.0-a/';

/** What was put into the head, as `tag address integrity`. */
let asked: string[];
/** Answers each element in turn. */
let answers: ('load' | 'error' | 'never')[];
let fetched: jest.SpyInstance;

beforeAll(() => {
  rememberRelease(exampleRelease({ baseUrl: BASE }));
  globalThis.fetch = jest.fn();
});

beforeEach(() => {
  asked = [];
  answers = [];
  fetched = jest.spyOn(globalThis, 'fetch').mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const element = nodes[0] as HTMLScriptElement | HTMLLinkElement;
    const address = element.getAttribute('src') ?? element.getAttribute('href');
    asked.push([element.tagName, address, element.integrity].filter(Boolean).join(' '));
    const answer = answers.shift() ?? 'load';
    if (answer !== 'never') queueMicrotask(() => element.dispatchEvent(new Event(answer)));
  });
});

it('runs scripts and applies style sheets', async () => {
  await chunkFiles.script(`${BASE}a.js`, arrived);
  await chunkFiles.style(`${BASE}a.css`);
  expect(asked).toEqual([`SCRIPT ${BASE}a.js`, `LINK ${BASE}a.css`]);
});

it('tries a second time by an address of its own, and goes on counting', async () => {
  answers = ['error', 'load', 'error', 'load'];
  await chunkFiles.script(`${BASE}b.js`, arrived);
  await chunkFiles.script(`${BASE}b.js`, arrived);
  expect(asked).toEqual([
    `SCRIPT ${BASE}b.js`,
    `SCRIPT ${BASE}b.js?retry=1`,
    `SCRIPT ${BASE}b.js?retry=1`,
    `SCRIPT ${BASE}b.js?retry=2`,
  ]);
});

it('gives up after two tries with an error that the page knows, and says why', async () => {
  answers = ['error', 'error'];
  const failure = await chunkFiles.style(`${BASE}c.css`).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect((failure as ChunkLoadError).reason).toBe('The server at https://r.example cannot be reached.');
});

it('takes a file that brings nothing for a failure', async () => {
  const there = [false, true];
  await chunkFiles.script(`${BASE}e.js`, () => there.shift() ?? true);
  expect(asked).toEqual([`SCRIPT ${BASE}e.js`, `SCRIPT ${BASE}e.js?retry=1`]);
});

it('does not wait for ever', async () => {
  jest.useFakeTimers();
  answers = ['never', 'load'];
  const file = chunkFiles.script(`${BASE}d.js`, arrived);
  await jest.advanceTimersByTimeAsync(FILE_DEADLINE_MS);
  await file;
  expect(asked).toHaveLength(2);
  jest.useRealTimers();
});

it('takes an answer that comes after the deadline, and names a server that sends none', async () => {
  jest.useFakeTimers();
  answers = ['never', 'never', 'never', 'never'];
  const elements: Element[] = [];
  const append = jest.mocked(document.head.append).getMockImplementation()!;
  jest.mocked(document.head.append).mockImplementation((...nodes) => {
    elements.push(nodes[0] as Element);
    append(...nodes);
  });
  const slow = chunkFiles.style(`${BASE}f.css`);
  await jest.advanceTimersByTimeAsync(FILE_DEADLINE_MS + 2000);
  elements[0]!.dispatchEvent(new Event('load'));
  await slow;
  const never = chunkFiles.style(`${BASE}g.css`).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(2 * FILE_DEADLINE_MS);
  expect(await never).toMatchObject({
    kind: 'timeout',
    reason: 'The server at https://r.example did not answer within 8 seconds.',
  });
  jest.useRealTimers();
});

it('tells a server that answers without permission from one that is gone', async () => {
  answers = ['error', 'error'];
  fetched.mockImplementation(async (_url: string, { mode }: RequestInit) => {
    if (mode !== 'no-cors') throw new TypeError('Failed to fetch');
    return new Response();
  });
  await expect(chunkFiles.script(`${BASE}h.js`, arrived)).rejects.toMatchObject({
    kind: 'unreachable',
    reason: expect.stringContaining('The server at https://r.example answered, but not for this page'),
  });
});

it('runs nothing that belongs to no release', async () => {
  await expect(chunkFiles.script('https://elsewhere.example/x.js', arrived)).rejects.toThrow(ChunkLoadError);
  expect(asked).toEqual([]);
});

describe('of a release with hashes', () => {
  const list = { 'a.js': 'sha384-a', 'a.css': 'sha384-b' };
  const answer = () => ({ ok: true, json: async () => list }) as unknown as Response;
  /** Of one test alone: its list is fetched once. */
  const releaseAt = (url: string) => {
    rememberRelease(exampleRelease({ baseUrl: url, integrity: { 'integrity.json': 'sha384-list' } }));
    return url;
  };

  it('demands the hash of every file, from a list that is itself checked, fetched once', async () => {
    const url = releaseAt('https://safe.example/1/');
    fetched.mockResolvedValue(answer());
    await chunkFiles.script(`${url}a.js`, arrived);
    await chunkFiles.style(`${url}a.css`);
    expect(asked).toEqual([
      'SCRIPT https://safe.example/1/a.js sha384-a',
      'LINK https://safe.example/1/a.css sha384-b',
    ]);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(fetched).toHaveBeenCalledWith(
      'https://safe.example/1/integrity.json',
      expect.objectContaining({ integrity: 'sha384-list' }),
    );
  });

  it('asks for a wrong copy again past the cache, for this try and for later documents', async () => {
    const url = releaseAt('https://stale.example/1/');
    fetched.mockImplementation(async (file: string) =>
      file.endsWith('integrity.json') ? answer() : new Response(''),
    );
    answers = ['error', 'load'];
    await chunkFiles.script(`${url}a.js`, arrived);
    const renewed = fetched.mock.calls.filter(([, init]) => (init as RequestInit).cache === 'reload');
    expect(renewed.map(([file, { integrity }]) => `${file} ${integrity}`)).toEqual([
      `${url}a.js sha384-a`,
      `${url}a.js?retry=1 sha384-a`,
    ]);
  });

  it('asks for a wrong copy of the list past the cache', async () => {
    const url = releaseAt('https://poisoned.example/1/');
    fetched.mockImplementation(async (_url: string, init: RequestInit) => {
      if (init.cache !== 'reload') throw new TypeError('Failed to fetch');
      return answer();
    });
    await chunkFiles.script(`${url}a.js`, arrived);
    expect(asked).toEqual([`SCRIPT ${url}a.js sha384-a`]);
  });

  it('blames the list when it is the list that was changed', async () => {
    const url = releaseAt('https://listless.example/1/');
    fetched.mockImplementation(async (_url: string, init: RequestInit) => {
      if (init.integrity) throw new TypeError('Failed to fetch');
      return { ok: false, status: 410, headers: new Headers() };
    });
    const failure = await chunkFiles.script(`${url}a.js`, arrived).catch((error: unknown) => error);
    expect(fetched.mock.lastCall).toEqual([`${url}integrity.json`, expect.anything()]);
    expect((failure as ChunkLoadError).reason).toBe(
      'The server at https://listless.example answered with status 410.',
    );
    expect(asked).toEqual([]);
  });

  it('refuses a file that is not in the list', async () => {
    fetched.mockResolvedValue(answer());
    await expect(
      chunkFiles.script(`${releaseAt('https://planted.example/1/')}x.js`, arrived),
    ).rejects.toThrow(ChunkLoadError);
    expect(asked).toEqual([]);
  });
});

it('keeps the deadline of the design', () => expect(FILE_DEADLINE_MS).toBe(8000));
