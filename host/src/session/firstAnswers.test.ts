import type { FirstAnswers } from '../boot/sendFirstQueries';
import { handOverFirstAnswers } from './firstAnswers';

const URL_OF_ROWS = '/api/rows/?scope=personal';
const HEADERS = { 'X-Active-Scope': 'personal', Accept: 'application/json' };
const GET = { method: 'GET', headers: { ...HEADERS, traceparent: 'an id of its own' } };

interface Case {
  answer?: Promise<Response>;
  person?: string | null;
  version?: string | null;
}

function open({ answer = Promise.resolve(new Response('early')), person = 'ada', version = '1' }: Case = {}) {
  const first: FirstAnswers = {
    remote: 'memory',
    version: '1',
    person: 'ada',
    asked: [{ url: URL_OF_ROWS, headers: HEADERS, answer }],
  };
  const take = handOverFirstAnswers({
    first: Promise.resolve(first),
    person: () => person,
    versionFor: () => version,
  });
  return async (url: string, init: RequestInit) => (await take(url, init))?.text() ?? null;
}

it('returns a response once', async () => {
  const text = open();
  const both = [text(URL_OF_ROWS, GET), text(URL_OF_ROWS, GET)];
  expect(await Promise.all(both)).toEqual(['early', null]);
});

it.each<[string, Case]>([
  ['another person', { person: 'grace' }],
  ['nobody', { person: null }],
  ['another release than the one that declared the queries', { version: '2' }],
  ['a failure, which is asked again', { answer: Promise.resolve(new Response('', { status: 500 })) }],
  ['no connection', { answer: Promise.reject(new TypeError('Failed to fetch')) }],
])('returns nothing for %s', async (_who, change) => {
  expect(await open(change)(URL_OF_ROWS, GET)).toBeNull();
});

it('discards all responses for another user, so that a later user change cannot revive them', async () => {
  let person = 'grace';
  const asked = [{ url: URL_OF_ROWS, headers: HEADERS, answer: Promise.resolve(new Response('early')) }];
  const ask = handOverFirstAnswers({
    first: Promise.resolve({ remote: 'memory', version: '1', person: 'ada', asked }),
    person: () => person,
    versionFor: () => '1',
  });
  await ask('/api/other', GET);
  person = 'ada';
  expect(await ask(URL_OF_ROWS, GET)).toBeNull();
});

it('keeps the responses until the session is known', async () => {
  let person: string | null = null;
  const asked = [{ url: URL_OF_ROWS, headers: HEADERS, answer: Promise.resolve(new Response('early')) }];
  const take = handOverFirstAnswers({
    first: Promise.resolve({ remote: 'memory', version: '1', person: 'ada', asked }),
    person: () => person,
    versionFor: () => '1',
  });
  expect(await take('/api/user-info', GET)).toBeNull();
  person = 'ada';
  expect(await (await take(URL_OF_ROWS, GET))?.text()).toBe('early');
});

it.each([
  ['another workspace', URL_OF_ROWS, { ...GET, headers: { ...GET.headers, 'X-Active-Scope': 'public' } }],
  ['another address', '/api/rows/?scope=public', GET],
  ['a write', URL_OF_ROWS, { ...GET, method: 'POST' }],
])('does not return a response for %s, and keeps it', async (_what, url, init) => {
  const text = open();
  expect(await text(url, init)).toBeNull();
  expect(await text(URL_OF_ROWS, GET)).toBe('early');
});

it('does not return stale responses', async () => {
  const text = open();
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 30_001);
  expect(await text(URL_OF_ROWS, GET)).toBeNull();
});

it('honors an aborted request', async () => {
  await expect(open()(URL_OF_ROWS, { ...GET, signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

it('returns follow-up responses added after the first one was taken', async () => {
  const asked = [{ url: URL_OF_ROWS, headers: HEADERS, answer: Promise.resolve(new Response('early')) }];
  const take = handOverFirstAnswers({
    first: Promise.resolve({ remote: 'memory', version: '1', person: 'ada', asked }),
    person: () => 'ada',
    versionFor: () => '1',
  });
  await take(URL_OF_ROWS, GET);
  asked.push({ url: '/api/rows/1', headers: HEADERS, answer: Promise.resolve(new Response('row')) });
  expect(await (await take('/api/rows/1', GET))?.text()).toBe('row');
});
