import { STATUSES, statusDisplay } from './suggestionStatus';
import { PREVIEW_LENGTH, suggestionText, TITLE_LENGTH } from './suggestionText';
import { NO_FILTERS, PAGE_SIZE, toQuery } from './suggestionView';

const EVERYTHING = { ...NO_FILTERS, page: 1 };
const toText = (suggested_content: string, suggested_lessons_learned = '') =>
  suggestionText({ suggested_content, suggested_lessons_learned });

it('keeps the page size of the specification', () => {
  expect(PAGE_SIZE).toBe(12);
  expect(toQuery({ ...EVERYTHING, status: 'pending', page: 3 })).toEqual({
    skip: 24,
    limit: 12,
    sort_by: 'timestamp',
    sort_order: 'desc',
    status: 'pending',
  });
});

it('knows the three states of the specification, each with a label', () => {
  expect(STATUSES.map((status) => [status, statusDisplay(status).label])).toEqual([
    ['pending', 'Pending'],
    ['validated', 'Validated'],
    ['rejected', 'Rejected'],
  ]);
});

it('asks for whole local days, both included', () => {
  const query = toQuery({ ...EVERYTHING, search: 'queue', from: '2026-01-01', to: '2026-01-31' });
  expect(query).toMatchObject({
    search: 'queue',
    start_date: new Date(2026, 0, 1, 0, 0, 0, 0).toISOString(),
    end_date: new Date(2026, 0, 31, 23, 59, 59, 999).toISOString(),
  });
});

it('has the first line as its title and what follows as its preview', () => {
  const content = '## Queue grew without bound.\n\nIt was slow.\nBound it.';
  expect(toText(content, 'Lesson')).toEqual({
    title: 'Queue grew without bound',
    preview: 'It was slow. Bound it.',
  });
  expect(toText('One line', 'Lesson').preview).toBe('Lesson');
  expect(toText('').title).toBe('Untitled suggestion');
});

it('cuts long texts', () => {
  const text = toText(`${'t'.repeat(500)}\n${'p'.repeat(500)}`);
  expect(text.title).toBe(`${'t'.repeat(TITLE_LENGTH)}…`);
  expect(text.preview).toBe(`${'p'.repeat(PREVIEW_LENGTH)}…`);
});

it('leaves the last word out rather than cutting it in two', () => {
  const text = toText(`Title\n${'word '.repeat(100)}`);
  expect(text.preview).toMatch(/ word…$/);
  expect(text.preview.length).toBeLessThanOrEqual(PREVIEW_LENGTH + 1);
});
