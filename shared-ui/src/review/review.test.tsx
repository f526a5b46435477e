import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BeforeAfter } from './BeforeAfter';
import { estimateTokens } from './estimateTokens';
import { foldSegments } from './WordDiff';
import { percentChange, SizeChange } from './SizeChange';
import { WordDiff } from './WordDiff';
import { wordChanges } from './wordChanges';

const LONG = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');

it.each([
  ['Retry the call twice.', 'Retry the request twice, then stop.'],
  ['', 'New'],
  ['Old', ''],
  ['дважды повторить вызов', 'повторить запрос дважды'],
  ['a  b\n\nc', 'a b\nc'],
  ['記憶を消す😀', '記憶を残す😀!'],
  [LONG, `${LONG} more`],
])('loses nothing of either text (%#)', (before, after) => {
  const { segments } = wordChanges(before, after);
  const without = (kind: string) =>
    segments.filter((segment) => segment.kind !== kind).map((segment) => segment.text);
  expect([without('added').join(''), without('removed').join('')]).toEqual([before, after]);
});

it('replaces whole words and keeps a changed phrase together', () => {
  expect(wordChanges('the old slow cache', 'the new fast cache').segments).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'old slow' },
    { kind: 'added', text: 'new fast' },
    { kind: 'same', text: ' cache' },
  ]);
});

it('stops comparing words in time if two long texts have nothing in common', () => {
  const other = (seed: number) =>
    Array.from({ length: 20_000 }, (_, index) => (index * seed).toString(36)).join(' ');
  // CPU time: wall-clock time would include other load on the machine.
  const started = process.cpuUsage();
  const { byWord, segments } = wordChanges(other(7919), other(104729));
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  expect(byWord).toBe(false);
  expect(segments.map((segment) => segment.kind)).toEqual(['removed', 'added']);
});

it('collapses unchanged text without losing any of it', () => {
  const { segments } = wordChanges(`${LONG} old ${LONG}`, `${LONG} new ${LONG}`);
  const parts = foldSegments(segments);
  expect(parts.map((part) => part.kind)).toEqual(['fold', 'same', 'removed', 'added', 'same', 'fold']);
  expect(parts.map((part) => part.text).join('')).toBe(segments.map((part) => part.text).join(''));
});

it('marks changes visually and for screen readers, and expands', async () => {
  render(<WordDiff label="Lesson learned" before={`${LONG} old end`} after={`${LONG} new end`} />);
  expect(screen.getByRole('region', { name: 'Lesson learned' })).toBeInTheDocument();
  expect(screen.getByText('1 word added, 1 removed')).toBeInTheDocument();
  expect(screen.getByRole('deletion')).toHaveTextContent('[removed: old]');
  expect(screen.getByRole('insertion')).toHaveTextContent('[added: new]');
  expect(screen.queryByText(/word7 /)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Show [\d,]+ unchanged characters$/ }));
  expect(screen.getByText(/word7 /)).toBeInTheDocument();
});

it('reports that nothing changes', () => {
  render(<WordDiff label="Reason" before="Same" after="Same" />);
  expect(screen.getByText('No change')).toBeInTheDocument();
  expect(screen.getByText('Same')).toBeInTheDocument();
});

it.each([
  ['', 0],
  ['abcd', 1],
  ['abcde', 2],
  ['记忆', 2],
  ['ok 😀', 2],
])('estimates "%s" as %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

it('shows the saving of a change', () => {
  expect([percentChange(200, 98), percentChange(100, 104), percentChange(5, 5), percentChange(0, 5)]).toEqual(
    ['-51%', '+4%', 'no change', ''],
  );
  const { container } = render(<SizeChange before={'a'.repeat(2000)} after={'a'.repeat(500)} />);
  expect(container).toHaveTextContent('2,000 to 500 characters(-75%)500 to 125 tokens, estimated(-75%)');
});

it('shows both versions under their names', () => {
  render(<BeforeAfter before="" after="New text" labels={{ before: 'Now', after: 'Proposed' }} />);
  expect(screen.getByRole('region', { name: 'Now' })).toHaveTextContent('Empty');
  expect(screen.getByRole('region', { name: 'Proposed' })).toHaveTextContent('New text');
});

it('highlights the differing words on each side', () => {
  render(<BeforeAfter marked before="It expires after 30 minutes." after="It expires after 45 minutes." />);
  const marks = (name: string) =>
    [...screen.getByRole('region', { name }).querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect([marks('Before'), marks('After')]).toEqual([['30'], ['45']]);
  expect(screen.getByRole('region', { name: 'Before' })).toHaveTextContent('It expires after 30 minutes.');
});
