import { ownCount } from './suggestionPage';
import { readSuggestionRow } from './suggestionRow';
import { readStatus, STATUSES, statusLook } from './suggestionStatus';
import { PREVIEW_LENGTH, suggestionText, TITLE_LENGTH } from './suggestionText';
import {
  clampPage,
  dayOf,
  edgeOfDay,
  EVERYTHING,
  PAGE_SIZE,
  queryOf,
  readView,
  writeView,
} from './suggestionView';
import { readRows } from '@hindsight/shared-contracts/api/client';

const id = '00000000-0000-4000-8000-000000000001';

it('keeps the page size of the specification', () => {
  expect(PAGE_SIZE).toBe(12);
  expect(queryOf({ ...EVERYTHING, status: 'pending', page: 3 })).toEqual({
    skip: 24,
    limit: 12,
    sort_by: 'timestamp',
    sort_order: 'desc',
    status: 'pending',
  });
});

it('knows the three states of the specification, each with a word', () => {
  expect(STATUSES.map(({ value, label }) => [value, label])).toEqual([
    ['pending', 'Pending'],
    ['validated', 'Validated'],
    ['rejected', 'Rejected'],
  ]);
  expect(readStatus('all')).toBeNull();
  expect(statusLook('merged')).toMatchObject({ label: 'merged', tone: 'neutral' });
  expect(statusLook('')).toMatchObject({ label: 'Unknown' });
});

it('reads the address and writes it without defaults', () => {
  const address = 'status=rejected&search=queue&from=2026-01-01&to=2026-01-31&page=2&x=1';
  const params = new URLSearchParams(address);
  const view = {
    status: 'rejected',
    search: 'queue',
    from: '2026-01-01',
    to: '2026-01-31',
    page: 2,
  } as const;
  expect(readView(params)).toEqual(view);
  expect(writeView(new URLSearchParams('x=1'), view).toString().split('&').sort()).toEqual(
    address.split('&').sort(),
  );
  expect(readView(new URLSearchParams('status=odd&page=-2&from=today'))).toEqual(EVERYTHING);
  expect(writeView(params, EVERYTHING).toString()).toBe('x=1');
  expect(clampPage(9, 13)).toBe(2);
  expect(clampPage(2, 0)).toBe(1);
});

it('asks for whole days of the person, both included', () => {
  const query = queryOf({ ...EVERYTHING, search: 'queue', from: '2026-01-01', to: '2026-01-31' });
  expect(query).toMatchObject({
    search: 'queue',
    start_date: new Date(2026, 0, 1, 0, 0, 0, 0).toISOString(),
    end_date: new Date(2026, 0, 31, 23, 59, 59, 999).toISOString(),
  });
  expect(dayOf(edgeOfDay('2026-01-31', 'end'))).toBe('2026-01-31');
  expect(dayOf(null)).toBe('');
});

it('counts for itself, and leaves out what does not match, where the service does neither', () => {
  const row = (n: number, content: string) =>
    readSuggestionRow({
      suggestion_id: String(n),
      suggested_content: content,
      timestamp: '2026-01-15T12:00:00Z',
    })!;
  const full = {
    items: Array.from({ length: PAGE_SIZE }, (_, n) => row(n, n === 0 ? 'A Queue' : 'x')),
    total: PAGE_SIZE,
  };
  expect(ownCount(full, EVERYTHING).total).toBe(13);
  expect(ownCount({ items: [row(1, 'x')], total: 1 }, { ...EVERYTHING, page: 2 }).total).toBe(13);
  const shown = (part: object) => ownCount(full, { ...EVERYTHING, ...part }).items.length;
  expect([shown({ search: 'queue' }), shown({ from: '2026-01-16' }), shown({ to: '2026-01-14' })]).toEqual([
    1, 0, 0,
  ]);
  expect(shown({ from: '2026-01-14', to: '2026-01-16' })).toBe(12);
});

it('leaves out what is no suggestion', () => {
  const items = [{}, null, { suggestion_id: id }, 'y'];
  expect(readRows({ items }, readSuggestionRow).items.map((row) => row.id)).toEqual([id]);
});

it('fills what a row lacks and counts originals once each', () => {
  const row = readSuggestionRow({
    suggestion_id: id,
    original_memory_ids: ['a', 'b', 'a', 3],
    suggested_keywords: null,
  });
  expect(row).toEqual({
    id,
    content: '',
    lesson: '',
    keywords: [],
    originalIds: ['a', 'b'],
    status: '',
    method: 'unknown',
    mergedId: '',
    createdAt: '',
  });
});

it('has the first line as its title and what follows as its preview', () => {
  const content = '## Queue grew without bound.\n\nIt was slow.\nBound it.';
  expect(suggestionText({ content, lesson: 'Lesson' })).toEqual({
    title: 'Queue grew without bound',
    preview: 'It was slow. Bound it.',
  });
  expect(suggestionText({ content: 'One line', lesson: 'Lesson' }).preview).toBe('Lesson');
  expect(suggestionText({ content: '', lesson: '' }).title).toBe('Untitled suggestion');
});

it('cuts long texts', () => {
  const text = suggestionText({ content: `${'t'.repeat(500)}\n${'p'.repeat(500)}`, lesson: '' });
  expect(text.title).toBe(`${'t'.repeat(TITLE_LENGTH)}…`);
  expect(text.preview).toBe(`${'p'.repeat(PREVIEW_LENGTH)}…`);
});

it('leaves the last word out rather than cutting it in two', () => {
  const text = suggestionText({ content: `Title\n${'word '.repeat(100)}`, lesson: '' });
  expect(text.preview).toMatch(/ word…$/);
  expect(text.preview.length).toBeLessThanOrEqual(PREVIEW_LENGTH + 1);
});
