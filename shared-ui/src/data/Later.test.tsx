import { renderToString } from 'react-dom/server';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { FakeShellProvider } from '@hindsight/shared-contracts/testing';
import { lazyPart } from '../core/states/PartBoundary';
import { Later, SegmentedPlace, SelectPlace } from './Later';
import { Select, SelectMany } from './Select';

const ignore = () => undefined;

const inShell = { wrapper: FakeShellProvider };

const control = (
  <Later label="Sort by" place={<span>Newest first</span>}>
    <button type="button">Sort</button>
  </Later>
);

it('shows the place of a control before it draws it', async () => {
  expect(renderToString(<FakeShellProvider>{control}</FakeShellProvider>)).toBe('<span>Newest first</span>');
  render(control, inShell);
  expect(await screen.findByRole('button', { name: 'Sort' })).toBeInTheDocument();
  expect(screen.queryByText('Newest first')).not.toBeInTheDocument();
});

/** Draws rows when they come. */
function Rows({ answer }: { answer: Promise<string> }) {
  return <p>{useScopedQuery({ key: ['rows'], load: () => answer }).data}</p>;
}

it('draws a control after the rows that are on their way', async () => {
  let come: (rows: string) => void = ignore;
  const answer = new Promise<string>((resolve) => (come = resolve));
  render(
    <>
      {control}
      <Rows answer={answer} />
    </>,
    inShell,
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await act(async () => come('The rows'));
  expect(await screen.findByText('The rows')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Sort' })).toBeInTheDocument();
});

it('draws a control when the browser has shown the rows and rests', async () => {
  const frames: (() => void)[] = [];
  const rests: (() => void)[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((shown) => frames.push(() => shown(0)));
  const rest = { didTimeout: false, timeRemaining: () => 50 };
  window.requestIdleCallback = (resting) => rests.push(() => resting(rest));
  render(
    <>
      {control}
      <Rows answer={Promise.resolve('The rows')} />
    </>,
    inShell,
  );
  expect(await screen.findByText('The rows')).toBeInTheDocument();
  expect(rests).toEqual([]);
  frames.forEach((shown) => shown());
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  act(() => rests.forEach((resting) => resting()));
  expect(await screen.findByRole('button', { name: 'Sort' })).toBeInTheDocument();
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

it('waits for rows a second at most, and once', () => {
  jest.useFakeTimers();
  render(
    <>
      {control}
      <Rows answer={new Promise(ignore)} />
    </>,
    inShell,
  );
  act(() => jest.advanceTimersByTime(999));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByRole('button', { name: 'Sort' })).toBeInTheDocument();
  // An update of what is drawn already would interrupt the drawing, in which a control may fail.
  act(() => jest.advanceTimersByTime(100));
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

it('shows in the place of a select what is chosen, or what it is for', () => {
  const { container, rerender } = render(
    <SelectPlace label="All agents" chosen="Reviewer" onPress={ignore} />,
  );
  expect(container).toHaveTextContent(/^Reviewer$/);
  rerender(<SelectPlace label="All agents" chosen={undefined} onPress={ignore} />);
  expect(container).toHaveTextContent(/^All agents$/);
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
});

it('shows in the place of a bar its choices', () => {
  const options = [
    { value: 'cards', label: 'Cards' },
    { value: 'table', label: 'Table' },
  ];
  const { container } = render(<SegmentedPlace value="table" options={options} onChange={ignore} />);
  expect(container.querySelector('[data-chosen]')).toHaveTextContent(/^Table$/);
  expect(container).toHaveTextContent('CardsTable');
});

const CHOICES = [
  { value: 'a', label: 'Reviewer' },
  { value: 'b', label: 'Writer' },
];

it('opens selects that were pressed before they were there', async () => {
  const { container } = render(
    <>
      <Select label="Agent" value={undefined} options={CHOICES} onChange={ignore} />
      <SelectMany label="Agents" value={[]} options={CHOICES} onChange={ignore} />
      <Select label="Not pressed" value={undefined} options={CHOICES} onChange={ignore} />
    </>,
    inShell,
  );
  const places = container.querySelectorAll('span[aria-hidden]');
  expect(places).toHaveLength(3);
  for (const place of [...places].slice(0, 2)) fireEvent.click(place);
  const isOpen = async (name: string) =>
    (await screen.findByRole('combobox', { name })).getAttribute('aria-expanded');
  expect(await Promise.all(['Agent', 'Agents', 'Not pressed'].map(isOpen))).toEqual([
    'true',
    'true',
    'false',
  ]);
});

it('takes a choice of a bar that is not there yet', () => {
  const onChange = jest.fn();
  const { container } = render(<SegmentedPlace value="a" options={CHOICES} onChange={onChange} />);
  fireEvent.click(container.querySelectorAll('span > span')[1]!);
  expect(onChange).toHaveBeenCalledWith('b');
});

it('keeps what is around a control that does not come, and fetches it again', async () => {
  jest.spyOn(console, 'error').mockImplementation(ignore);
  let isReachable = false;
  const Control = lazyPart(async () => {
    if (!isReachable) throw new Error('Loading chunk 7 failed.');
    return () => <button type="button">Newest first</button>;
  });
  render(
    <>
      <p>The rows</p>
      <Later label="Sort by" place="Newest first">
        <Control />
      </Later>
    </>,
    inShell,
  );
  const retry = await screen.findByRole('button', { name: 'Retry: Sort by' });
  expect(retry).toHaveAttribute('title', 'This control could not be loaded. Check your connection.');
  expect(screen.getByText('The rows')).toBeInTheDocument();
  isReachable = true;
  await userEvent.click(retry);
  expect(await screen.findByRole('button', { name: 'Newest first' })).toBeInTheDocument();
});
