import { renderToString } from 'react-dom/server';
import { render, screen } from '@testing-library/react';
import { Later, SegmentedPlace, SelectPlace } from './Later';

const control = (
  <Later place={<span>Newest first</span>}>
    <button type="button">Sort</button>
  </Later>
);

it('shows the place of a control before it draws it', () => {
  expect(renderToString(control)).toBe('<span>Newest first</span>');
  render(control);
  expect(screen.getByRole('button', { name: 'Sort' })).toBeInTheDocument();
  expect(screen.queryByText('Newest first')).not.toBeInTheDocument();
});

it('shows in the place of a select what is chosen, or what it is for', () => {
  const { container, rerender } = render(<SelectPlace label="All agents" chosen="Reviewer" />);
  expect(container).toHaveTextContent(/^Reviewer$/);
  rerender(<SelectPlace label="All agents" chosen={undefined} />);
  expect(container).toHaveTextContent(/^All agents$/);
  expect(container.firstChild).toHaveAttribute('aria-hidden', 'true');
});

it('shows in the place of a bar its choices', () => {
  const options = [
    { value: 'cards', label: 'Cards' },
    { value: 'table', label: 'Table' },
  ];
  const { container } = render(<SegmentedPlace value="table" options={options} />);
  expect(container.querySelector('[data-chosen]')).toHaveTextContent(/^Table$/);
  expect(container).toHaveTextContent('CardsTable');
});
