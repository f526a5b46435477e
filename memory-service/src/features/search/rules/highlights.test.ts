/** @jest-environment node */
import { foldText } from '@hindsight/shared-contracts/rules';
import { lowerText } from '../../../platform/text/rules/lowerText';
import { findHighlights, wordsLike } from './highlights';
import type { Fields, Wanted } from './highlights';

const fields = (content: string, more: Partial<Fields> = {}): Fields => ({
  content,
  lessons_learned: null,
  errors: null,
  keywords: [],
  ...more,
});
const word = (text: string, weight = 1): Wanted => ({ text, weight, isLiteral: false });
const marked = (given: Fields, ...wanted: Wanted[]) =>
  findHighlights(given, wanted).map(({ text, matches }) => matches.map(([from, to]) => text.slice(from, to)));

test('shows the stretch with most of the words, not the beginning', () => {
  const content = `The cache is mentioned here. ${'Filler text follows. '.repeat(40)}A stale dns cache keeps old addresses. ${'More filler. '.repeat(40)}`;
  const [first] = findHighlights(fields(content), [word('stale'), word('dns'), word('cache')]);
  expect(first?.text).toMatch(/^A stale dns cache keeps old addresses\./);
  expect(content.slice(first?.offset).startsWith(first?.text ?? '-')).toBe(true);
  expect(first?.text.length).toBeLessThanOrEqual(240);
});

test('prefers one rare word to several common ones, and names the best field first', () => {
  const given = fields('common words', { errors: 'ECONNRESET', keywords: [{ keyword_text: 'common' }] });
  const found = findHighlights(given, [word('common', 1), word('econnreset', 5)]);
  expect(found.map(({ field }) => field)).toEqual(['errors', 'content', 'keywords']);
});

test.each([
  ['checkoutApi and checkout_api', 'api', ['Api', 'api']],
  ['HTTPServer', 'server', ['Server']],
  ['apiary rapid', 'api', ['apiary']],
  ['Über Café', 'cafe', ['Café']],
  ['数据库连接', '库', ['库']],
  ['İstanbul ISTANBUL', 'istanbul', ['İstanbul', 'ISTANBUL']],
  ['Eine Straße, zwei STRASSEN', 'strasse', ['Straße', 'STRASSEN']],
  ['Ærlig œuvre, ŒUVRES', 'oeuvre', ['œuvre', 'ŒUVRES']],
  ['Þór, ılık, Łódź', 'lodz', ['Łódź']],
  ['Þór, ılık, Łódź', 'ilik', ['ılık']],
  ['Þór, ılık, Łódź', 'thor', ['Þór']],
  ['GRÖẞE und Größe', 'gross', ['GRÖẞE', 'Größe']],
  ['ΣΥΝΔΕΣΗΣ, σύνδεσης', 'συνδεσησ', ['ΣΥΝΔΕΣΗΣ', 'σύνδεσης']],
  ['œ ß Un été'.normalize('NFD'), 'ete', ['été'.normalize('NFD')]],
  ['المُسْتَخْدِم كتـــاب.', 'كتاب', ['كتـــاب']],
  ['हिन्दी में', 'हिन', ['हिन्दी']],
])('in %j the term %j marks %j', (content, term, expected) => {
  expect(marked(fields(content), word(term))).toEqual([expected]);
});

test('a word that only begins like a term is decided upon by its stem', () => {
  const wanted = { ...word('api'), stem: 'api' };
  expect(marked(fields('apiary'), wanted)).toEqual([]);
  expect(wordsLike(fields('apiary API rapid'), [wanted])).toEqual(['apiary', 'api']);
});

test('each letter of a folded text knows its place in the text', () => {
  const text = 'Ça ﬁn İ ß 😀 ǅ Œ e\u0301 كـت';
  const { lower, startOffset, endOffset } = foldText(text);
  expect(lower).toBe('ca ﬁn i ss 😀 ǆ oe e كت');
  const at = lower.indexOf('ss');
  expect(text.slice(startOffset(at), endOffset(at + 1))).toBe('ß');
  expect(text.slice(startOffset(at + 1), endOffset(at + 2))).toBe('ß');
  expect(text.slice(startOffset(lower.indexOf('oe')), endOffset(lower.length))).toBe('Œ e\u0301 كـت');
  expect(text.slice(startOffset(lower.length - 2), endOffset(lower.length))).toBe('كـت');
  expect(startOffset(lower.length)).toBe(text.length);
});

test('an exact text keeps its accents, and the places of all characters', () => {
  const text = 'Ça ﬁn İ ß 😀 ǅ ΣΑΣ';
  expect(lowerText(text)).toBe('ça ﬁn i ß 😀 ǆ σασ');
  const literal = { ...word('cafe'), isLiteral: true };
  expect(marked(fields('CAFE, Café'), literal)).toEqual([['CAFE']]);
});

test('literal texts are marked anywhere, and touching marks become one', () => {
  const literal = (text: string): Wanted => ({ ...word(text), isLiteral: true });
  expect(marked(fields('rapid.map(x)'), literal('pid.m'), literal('d.ma'))).toEqual([['pid.ma']]);
});

test('a text without any match has no passage', () => {
  expect(findHighlights(fields('nothing here'), [word('absent'), word('')])).toEqual([]);
});
