import { sinceMoment } from '@hindsight/shared-contracts/rules';
import { betweenDays, parseDays, isTimeSpan, toMoments, momentText, spanText, utcDay } from './timeFilter';

const NOW = new Date(2026, 2, 10, 15, 30).getTime();
const iso = (day: number, month = 2) => new Date(2026, month, day).toISOString();

it.each([
  ['today', { after: iso(10) }],
  ['yesterday', { after: iso(9) }],
  ['7d', { after: iso(4) }],
  ['30d', { after: iso(9, 1) }],
  ['2026-03-01..2026-03-04', { after: iso(1), before: iso(5) }],
  ['2026-03-01..', { after: iso(1) }],
  ['..2026-03-04', { before: iso(5) }],
  ['', {}],
  ['2026-02-28Z', { after: '2026-02-28T00:00:00.000Z', before: '2026-03-01T00:00:00.000Z' }],
])('converts "%s" to whole days', (span, moments) => {
  expect(toMoments(span, NOW)).toEqual(moments);
});

it('recognizes time spans', () => {
  expect(['', 'today', '2026-03-01..', '..2026-03-04'].every(isTimeSpan)).toBe(true);
  expect(['..', 'tomorrow', '2026-03-01', '1..2', '2026-13-41Z'].some(isTimeSpan)).toBe(false);
  expect(betweenDays('', '')).toBe('');
  expect(parseDays(betweenDays('2026-03-01', ''))).toEqual({ from: '2026-03-01', to: '' });
});

it('describes a span', () => {
  expect(
    ['yesterday', '2026-03-01..', '..2026-03-04', '2026-03-01..2026-03-04', utcDay('2026-03-01')].map(
      spanText,
    ),
  ).toEqual([
    'since yesterday',
    'since 2026-03-01',
    'until 2026-03-04',
    '2026-03-01 to 2026-03-04',
    'on Mar 1, 2026 (UTC)',
  ]);
});

it('supports a span since a moment', () => {
  const moment = '2026-03-04T05:06:07.123456Z';
  const span = sinceMoment(moment);
  expect(isTimeSpan(span)).toBe(true);
  expect(toMoments(span, NOW)).toEqual({ after: moment });
  expect(spanText(span)).toBe(`since ${momentText(moment)}`);
  expect(parseDays(span)).toBeNull();
  expect(['2026-03-04T05:06:07..', '2026-13-41T05:06:07Z..', `..${moment}`].some(isTimeSpan)).toBe(false);
});
