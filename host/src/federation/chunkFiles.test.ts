import { chunkFiles, ChunkLoadError, FILE_DEADLINE_MS } from './chunkFiles';

const arrived = () => true;

/** What was put into the head, as `tag address`. */
let asked: string[];
/** Answers each element in turn. */
let answers: ('load' | 'error' | 'never')[];

beforeEach(() => {
  asked = [];
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const element = nodes[0] as HTMLScriptElement | HTMLLinkElement;
    asked.push(`${element.tagName} ${element.getAttribute('src') ?? element.getAttribute('href')}`);
    const answer = answers.shift() ?? 'load';
    if (answer !== 'never') queueMicrotask(() => element.dispatchEvent(new Event(answer)));
  });
});

it('runs scripts and wears style sheets', async () => {
  answers = [];
  await chunkFiles.script('https://r.example/a.js', arrived);
  await chunkFiles.style('https://r.example/a.css');
  expect(asked).toEqual(['SCRIPT https://r.example/a.js', 'LINK https://r.example/a.css']);
});

it('tries a second time by an address of its own, and goes on counting', async () => {
  answers = ['error', 'load', 'error', 'load'];
  await chunkFiles.script('https://r.example/b.js', arrived);
  await chunkFiles.script('https://r.example/b.js', arrived);
  expect(asked).toEqual([
    'SCRIPT https://r.example/b.js',
    'SCRIPT https://r.example/b.js?retry=1',
    'SCRIPT https://r.example/b.js?retry=1',
    'SCRIPT https://r.example/b.js?retry=2',
  ]);
});

it('gives up after two tries with an error that the page knows', async () => {
  answers = ['error', 'error'];
  const failure = await chunkFiles.style('https://r.example/c.css').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkLoadError);
  expect(String(failure)).toMatch(/^ChunkLoadError: Loading chunk https:\/\/r\.example\/c\.css failed\./);
});

it('takes a file that brings nothing for a failure', async () => {
  answers = [];
  let there = false;
  const file = chunkFiles.script('https://r.example/e.js', () => {
    const before = there;
    there = true;
    return before;
  });
  await file;
  expect(asked).toEqual(['SCRIPT https://r.example/e.js', 'SCRIPT https://r.example/e.js?retry=1']);
});

it('does not wait for ever', async () => {
  jest.useFakeTimers();
  answers = ['never', 'load'];
  const file = chunkFiles.script('https://r.example/d.js', arrived);
  await jest.advanceTimersByTimeAsync(FILE_DEADLINE_MS);
  await file;
  expect(asked).toHaveLength(2);
  jest.useRealTimers();
});

it('keeps the deadline of the design', () => expect(FILE_DEADLINE_MS).toBe(8000));
