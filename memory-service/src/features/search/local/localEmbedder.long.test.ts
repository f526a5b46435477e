/** @jest-environment node */
import { readdirSync } from 'node:fs';
import { cp, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildService, dist, temporaryFolder } from '../../../testing/testDatabase';
import { writeTinyEncoder } from '../../../testing/tinyEncoder';
import type { Embedder } from '../embeddings';
import { createLocalEmbedder } from './localEmbedder';
import { findModel, type LocalModel } from './models';
import { offerServer } from './offerServer';

const WORDS = ['cache', 'deploy', '##ment', 'fail', '##ed', 'disk', 'full', 'cat', 'purr', '##s', 'a', '.'];

let folder: string;
let published: string;
let model: LocalModel;
const opened: Embedder[] = [];
let server: Server | undefined;
let told: string[] = [];

beforeAll(() => buildService());
beforeEach(async () => {
  told = [];
  folder = await temporaryFolder();
  published = path.join(folder, 'published');
  model = await writeTinyEncoder(published, WORDS);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const kept = () => path.join(folder, 'kept');
const { signal } = new AbortController();

function embedder(given = model, mirror?: string): Embedder {
  const tell = (sentence: string) => void told.push(sentence);
  const made = createLocalEmbedder(
    given,
    { folder: kept(), mirror },
    path.join(dist, 'encoderWorker.js'),
    tell,
  );
  opened.push(made);
  return made;
}

async function listen(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/models`;
}

const embed = (one: Embedder, ...texts: string[]) => one.embed(texts, { purpose: 'text', timeoutMs: 20_000 });
const similarity = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

test('embeds with real files in a thread: vectors have length 1, and texts that share words are near each other', async () => {
  const one = embedder();
  await one.prepare(signal);
  const [deploy, same, disk, cat] = await embed(
    one,
    'Deployment failed',
    'deployment FAILED.',
    'disk full',
    'cat purrs',
  );
  expect(deploy).toHaveLength(32);
  expect(similarity(deploy!, deploy!)).toBeCloseTo(1);
  expect(similarity(deploy!, same!)).toBeGreaterThan(
    Math.max(similarity(deploy!, disk!), similarity(deploy!, cat!)),
  );
});

test('splits a long text into segments up to a limit, and accepts an empty one', async () => {
  const one = embedder();
  await one.prepare(signal);
  const beginning = 'cache '.repeat(30);
  const [short, long, longer, longest, empty] = await embed(
    one,
    beginning,
    `${beginning}${'disk '.repeat(20)}`,
    `${beginning}${'disk '.repeat(100)}`,
    `${beginning}${'disk '.repeat(100)}${'cat '.repeat(5_000)}`,
    '',
  );
  expect(similarity(short!, long!)).toBeLessThan(0.99);
  expect(similarity(longer!, longest!)).toBeCloseTo(1);
  expect(empty).toHaveLength(32);
});

test('adds the prefixes of the model to queries and texts', async () => {
  const one = embedder({ ...model, prefixes: { query: 'cat ', text: 'disk ' } });
  await one.prepare(signal);
  const [asked] = await one.embed(['cache'], { purpose: 'query', timeoutMs: 20_000 });
  const [stored] = await embed(one, 'cache');
  expect(similarity(asked!, stored!)).toBeLessThan(0.99);
});

test('fails on a text that times out, and embeds the next one', async () => {
  const one = embedder();
  await one.prepare(signal);
  await expect(one.embed(['cache'], { purpose: 'text', timeoutMs: 0 })).rejects.toThrow();
  expect(await embed(one, 'cache')).toHaveLength(1);
});

test('rejects with a message until its files are there', async () => {
  await expect(embed(embedder(), 'cache')).rejects.toThrow('The model tiny has not been downloaded.');
});

test('downloads once, reports progress, and needs no network afterward', async () => {
  const seen: (string | undefined)[] = [];
  const asked: string[] = [];
  let progress: Embedder['progress'] = () => undefined;
  const address = await listen((request, response) => {
    asked.push(request.url!);
    seen.push(progress());
    void readFile(path.join(published, path.basename(request.url!))).then((bytes) => response.end(bytes));
  });
  const remote = { ...model, address };
  const one = embedder(remote);
  progress = one.progress;
  await one.prepare(signal);
  expect(asked).toEqual(['/models/tokenizer.json', '/models/model.onnx']);
  expect(seen[0]).toBe('Downloading the model tiny: 1 MB of 1 MB.');
  expect(one.progress()).toBeUndefined();
  const sentences = [
    'Downloading the model tiny for semantic search (once, 1 MB).',
    'The model tiny is ready. Indexing memories for semantic search.',
  ];
  expect(told).toEqual(sentences);
  await embedder(remote).prepare(signal);
  expect(told).toEqual(sentences);
  expect(asked).toHaveLength(2);
});

test('loads the files from a mirror, which may be a folder', async () => {
  const elsewhere = { ...model, address: 'http://127.0.0.1:1/' };
  const one = embedder(elsewhere, published);
  await one.prepare(signal);
  expect(await embed(one, 'cache')).toHaveLength(1);
});

test('needs neither address nor mirror for a copied folder', async () => {
  await cp(published, path.join(kept(), 'tiny'), { recursive: true });
  await embedder({ ...model, address: 'http://127.0.0.1:1/' }).prepare(signal);
});

test('downloads a truncated file again', async () => {
  await cp(published, path.join(kept(), 'tiny'), { recursive: true });
  await truncate(path.join(kept(), 'tiny/model.onnx'), 100);
  const one = embedder();
  await one.prepare(signal);
  expect(await embed(one, 'cache')).toHaveLength(1);
});

test.each<[string, RequestListener, RegExp]>([
  [
    'has another hash',
    (_request, response) => response.end('x'),
    /tokenizer\.json from 127\.0\.0\.1:\d+: SHA-256 mismatch/,
  ],
  ['is longer than it may be', (_request, response) => response.end('x'.repeat(1e6)), /SHA-256 mismatch/],
  ['is not there', (_request, response) => response.writeHead(404).end(), /HTTP 404/],
  [
    'breaks off',
    (_request, response) => response.writeHead(200, { 'content-length': 9 }).end('x'),
    /Couldn’t download/,
  ],
])('rejects a file that %s and keeps nothing of it', async (_name, listener, advice) => {
  const one = embedder({ ...model, address: await listen(listener) });
  await expect(one.prepare(signal)).rejects.toMatchObject({
    advice: expect.stringMatching(advice) as string,
  });
  expect(readdirSync(path.join(kept(), 'tiny'))).toEqual([]);
  await expect(embed(one, 'cache')).rejects.toThrow('has not been downloaded');
});

test('gives up on a stalled mirror and retries the next time', async () => {
  let begin = () => undefined as void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const address = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('x');
    begin();
  });
  const one = embedder(model, address);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  try {
    const prepared = one.prepare(signal);
    await begun;
    jest.advanceTimersByTime(30_000);
    await expect(prepared).rejects.toMatchObject({
      advice: expect.stringContaining('The download stalled.') as string,
    });
  } finally {
    jest.useRealTimers();
  }
  expect(one.progress()).toBeUndefined();
  await embedder(model).prepare(signal);
});

test('shows users one sentence, and the operator the address and the remedy, when nothing responds', async () => {
  const one = embedder({ ...model, address: 'http://127.0.0.1:1/' });
  await expect(one.prepare(signal)).rejects.toMatchObject({
    message: 'Couldn’t download the model tiny.',
    advice: expect.stringMatching(
      /^Couldn’t download tokenizer\.json from 127\.0\.0\.1:1: .*Copy the model files to .*tiny, set a mirror/,
    ) as string,
  });
});

test('fails with an error, without crashing the service, on a file that is not a model', async () => {
  const noModel = await writeTinyEncoder(path.join(folder, 'other'), WORDS, { name: 'other' });
  noModel.files['model.onnx'] = { ...noModel.files['tokenizer.json'] };
  const one = embedder(noModel);
  await one.prepare(signal);
  await expect(embed(one, 'cache')).rejects.toThrow();
});

test('suggests a server on this machine if it has a suitable model', async () => {
  const models = { data: [{ id: 'llama3' }, { id: 'nomic-embed-text:latest' }] };
  const address = await listen((_request, response) => response.end(JSON.stringify(models)));
  expect(await offerServer(signal, address)).toBe(
    `, e.g. the one on this machine: EMBEDDINGS_BASE_URL=${address} EMBEDDINGS_MODEL=nomic-embed-text:latest`,
  );
  models.data.pop();
  expect(await offerServer(signal, address)).toBe('');
  expect(await offerServer(signal, 'http://127.0.0.1:1/v1')).toBe('');
});

test('finds a model by its name or by a file that describes it', async () => {
  expect(findModel('all-MiniLM-L6-v2').maxTokens).toBe(256);
  expect(() => findModel('unheard-of')).toThrow(
    /EMBEDDINGS_MODEL must be one of all-MiniLM-L6-v2, multilingual-e5-small or a \.json file/,
  );
  const file = path.join(folder, 'own.json');
  await writeFile(file, JSON.stringify(model));
  expect(findModel(file)).toEqual(model);
  await writeFile(file, '{"name": ""}');
  expect(() => findModel(file)).toThrow(/is not a valid model description/);
});
