/** Reads texts in the threads of the built service. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildService, dist, temporaryFolder } from '../../testing/testDatabase';
import { highlightsInThread } from '../../features/search/textWork';
import { mergeTextsInThread, shortenInThread } from '../../features/curation/textWork';
import { suggestKeywordsInThread } from './keywordWork';
import { scanTextInThread } from '../secretScanning/textWork';
import { defineTextWork, openTextWorkers, TextTimeout } from './textWork';

const LONG = `The deploy failed. ${'The certificate had expired, and nobody was told. '.repeat(100)}`;
const fail = (error: unknown) => {
  throw error;
};
let workers: { close: () => Promise<void> };

beforeAll(async () => {
  await buildService();
  workers = openTextWorkers(path.join(dist, 'textWorker.js'), fail);
}, 60_000);

afterAll(() => workers.close());

it('answers from a thread what the main thread would', async () => {
  const shortened = await shortenInThread({ content: LONG, lessonsLearned: null });
  expect(shortened.lessonsLearned).toBeNull();
  expect(shortened.content.length).toBeLessThan(LONG.length);
});

it('crosses with maps and fields of blocks', async () => {
  const fields = [{ content: LONG, lessons_learned: null, errors: null, keywords: [] }];
  const wanted = [{ text: 'certificate', weight: 1, isLiteral: false, stem: 'certif' }];
  const [highlights] = await highlightsInThread(fields, wanted, new Map([['certificate', 'certif']]));
  expect(highlights?.[0]).toMatchObject({ field: 'content' });
});

it('reads short texts where they are, which the threads need not know', async () => {
  const reverse = defineTextWork('reverse', (text: string) => [...text].reverse().join(''));
  expect(await reverse('abc')).toBe('cba');
  await expect(reverse(LONG)).rejects.toThrow('does not import the text work "reverse"');
});

it('does the work once that a transaction asks for again', async () => {
  const first = scanTextInThread.once(LONG);
  expect(scanTextInThread.once(`${LONG} `)).not.toBe(first);
  expect(scanTextInThread.once(LONG)).toBe(first);
  expect(await first).toEqual([]);
});

it('reports what a thread throws, and goes on', async () => {
  await expect(mergeTextsInThread([LONG, 1 as never])).rejects.toThrow('trim');
  expect(await suggestKeywordsInThread(LONG)).toContain('certificate');
});

describe('with a text that ends its thread', () => {
  const WORKER = `module.exports = ({ args: [text] }) => {
    if (text.startsWith('crash')) process.exit(1);
    while (text.startsWith('endless'));
    return [text.slice(0, 4)];
  };`;
  const read = (text: string) => suggestKeywordsInThread(`${text} ${LONG}`);

  beforeAll(async () => {
    await workers.close();
    const file = path.join(temporaryFolder(), 'worker.cjs');
    await writeFile(file, WORKER);
    workers = openTextWorkers(file, fail, 1_000);
  });

  it('fails that text alone when its thread exits', async () => {
    await expect(read('crash')).rejects.toThrow('exited');
    expect(await read('next')).toEqual(['next']);
  });

  it('ends a text that takes too long, and reads the next one', async () => {
    await expect(read('endless')).rejects.toThrow(TextTimeout);
    expect(await read('next')).toEqual(['next']);
  });
});
