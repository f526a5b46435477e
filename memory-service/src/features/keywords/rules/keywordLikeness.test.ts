/** @jest-environment node */
import { isEnglish } from '../../search/english';
import { compareKeywords } from './keywordLikeness';

const one = (text: string, memories = 1) => ({ text, memories });
const classifyKind = async (a: string, b: string, uses: [number, number] = [1, 1]) =>
  (await compareKeywords(one(a, uses[0]), one(b, uses[1]), isEnglish))?.likeness ?? null;

test.each([
  ['rate limit', 'rate-limit'],
  ['rateLimit', 'rate_limit'],
  ['node.js', 'nodejs'],
  ['utf-8', 'utf8'],
  ['#retry', 'retry'],
  ['`retry`', 'Retry.'],
  ['ci/cd', 'CICD'],
])('treats %s and %s as one word with different separators', async (a, b) => {
  expect(await classifyKind(a, b)).toBe('separators');
  expect(await classifyKind(b, a)).toBe('separators');
});

test.each([
  ['cache', 'caches'],
  ['query', 'queries'],
  ['index', 'indices'],
  ['index', 'indexes'],
  ['status', 'statuses'],
  ['analysis', 'analyses'],
  ['class', 'classes'],
  ['API', 'apis'],
  ['rate limit', 'rate-limits'],
  ['child', 'children'],
  ['schema', 'schemas'],
])('treats %s and %s as singular and plural', async (a, b) => {
  expect(await classifyKind(a, b)).toBe('plural');
  expect(await classifyKind(b, a)).toBe('plural');
});

test.each([
  ['database', 'databse'],
  ['database', 'datbaase'],
  ['kubernetes', 'kuberntes'],
  ['authentication', 'authenticaton'],
  ['migration', 'migraton'],
  ['cache', 'cahce'],
  ['commit hook', 'comit hook'],
  ['kernel', 'kernal'],
])('detects %s misspelled as %s', async (right, wrong) => {
  expect(await compareKeywords(one(right, 4), one(wrong), isEnglish)).toEqual({
    likeness: 'spelling',
    isFirstWrong: false,
  });
  expect(await compareKeywords(one(wrong), one(right, 4), isEnglish)).toEqual({
    likeness: 'spelling',
    isFirstWrong: true,
  });
});

test.each(
  `c c++|c c#|net .net|java javascript|http https|window windows|canvas canva|redis redi|news new|css cs|1.2 12|v1.2 v12|python2 python3
  |ipv4 ipv6|utf8 utf16|es5 es6|oauth oauth2|us-east-1 us-east-2|polling pooling|tracing tracking|caching catching|testing texting
  |sync async|synchronous asynchronous|symmetric asymmetric|upload unload|import export|input output|server sever|model modal|trial trail
  |casual causal|form from|worker worked|handler handled|compiler compiled|authn authz|nestjs nextjs|mysql mssql|react preact|jest nest
  |migration mitigation|signing singing|polars polar|index indexed|build built|stage state|retry entry|inbound unbound|pod pad|dev prod
  |less lens|lens len|process processor|deploy deployment|routing routine|resource recourse|precision revision|host post|staging stating`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)('keeps %s and %s apart', async (a, b) => {
  expect(await classifyKind(a, b, [3, 3])).toBeNull();
  expect(await classifyKind(b, a, [9, 1])).toBeNull();
  expect(await classifyKind(b, a, [1, 9])).toBeNull();
});

test('keeps two unknown names apart when both are used often', async () => {
  expect(await classifyKind('typeorm', 'typeform', [20, 15])).toBeNull();
  expect(await classifyKind('kubernetes', 'kuberntes', [80, 6])).toBe('spelling');
});
