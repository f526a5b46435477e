import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DayColumns } from './DayColumns';

const PARTS = [
  { key: 'read', label: 'Read', color: 'green' },
  { key: 'refused', label: 'Denied', color: 'red' },
] as const;
const days = [
  { date: '2026-03-03', read: 0, refused: 0 },
  { date: '2026-03-04', read: 6, refused: 2 },
  { date: '2026-03-05', read: 4, refused: 0 },
];

function draw() {
  const onOpen = jest.fn();
  const { container } = render(
    <DayColumns
      days={days}
      parts={PARTS}
      label="Calls"
      hint={({ read }) => `${read} read`}
      onOpen={onOpen}
    />,
  );
  const columns = [...container.querySelectorAll<HTMLElement>('[data-day]')];
  const splitParts = (day: number) => [...columns[day]!.querySelectorAll<HTMLElement>('[data-part]')];
  return { onOpen, columns, splitParts };
}

it('scales the parts of each day to the axis', () => {
  const { splitParts } = draw();
  expect(screen.getByRole('img', { name: 'Calls' })).toHaveTextContent('2468Mar 3Mar 4Mar 5ReadDenied');
  expect([0, 1, 2].map((day) => splitParts(day).map(({ style }) => style.height))).toEqual([
    [],
    ['75%', '25%'],
    ['50%'],
  ]);
});

it('shows the figures of the column under the pointer and hides them when it leaves', async () => {
  const { columns } = draw();
  await userEvent.hover(columns[1]!);
  expect(screen.getByText('6 read').previousSibling).toHaveTextContent('Mar 4');
  await userEvent.unhover(columns[1]!);
  expect(screen.queryByText('6 read')).not.toBeInTheDocument();
});

it('opens a part or a whole day, but no day without figures', async () => {
  const { onOpen, columns, splitParts } = draw();
  await userEvent.click(splitParts(1)[1]!);
  await userEvent.click(columns[2]!);
  await userEvent.click(columns[0]!);
  expect(onOpen.mock.calls).toEqual([
    [days[1], 'refused'],
    [days[2], undefined],
  ]);
});

it('labels six of ninety days', () => {
  const ninety = Array.from({ length: 90 }, (_, n) => ({
    date: new Date(Date.UTC(2026, 2, 1 + n)).toISOString().slice(0, 10),
    read: 1,
    refused: 0,
  }));
  render(
    <DayColumns
      days={ninety}
      parts={PARTS.slice(0, 1)}
      label="Calls"
      hint={() => ''}
      onOpen={() => undefined}
    />,
  );
  expect(screen.getByRole('img')).toHaveTextContent('1Mar 8Mar 23Apr 7Apr 22May 7May 22');
});
