import { block } from '../testing/rows';
import { toMemory } from './memory';
import { foundElsewhere, markedWords } from './passages';
import type { RankedMemory } from './rankedMemory';

const found = (text: string, matches: [number, number][], offset = 0): RankedMemory => ({
  ...toMemory(block(1)),
  highlights: [{ field: 'content', offset, text, matches }],
});

it('shows the best passage only where a match of it is not shown anyway', () => {
  const row = found(
    'kept a stale DNS entry',
    [
      [7, 12],
      [13, 16],
    ],
    9,
  );
  expect(foundElsewhere(row, ['stale', 'dns'], ['DNS of staging'])).toBe('…kept a stale DNS entry…');
  expect(foundElsewhere(row, ['stale', 'dns'], ['Stale entries', 'of DNS'])).toBe('');
  expect(foundElsewhere(row, '', [])).toBe('');
});

it('marks the words as the memory has them, and what was typed where the service names none', () => {
  expect(
    markedWords(
      found('Timeouts and timeouts', [
        [0, 8],
        [13, 21],
      ]),
      ['timeout'],
    ),
  ).toEqual(['Timeouts', 'timeouts']);
  expect(markedWords(toMemory(block(1)), ['timeout'])).toEqual(['timeout']);
});
