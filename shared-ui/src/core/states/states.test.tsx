import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EmptyState } from './EmptyState';
import { ErrorState } from './ErrorState';
import { CardSkeleton } from './Skeletons';

it('announces a failure and offers a retry', async () => {
  const onRetry = jest.fn();
  render(<ErrorState title="Failed to load" detail="The service is down." onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to loadThe service is down.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('has no button when nothing can be done', () => {
  render(<ErrorState title="Failed to load" />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each(['nothing-yet', 'no-match', 'no-access', 'feature-off'] as const)('marks the kind %s', (kind) => {
  const { container } = render(
    <EmptyState kind={kind} title="Nothing" action={<button type="button">Go</button>} />,
  );
  expect(container.firstChild).toHaveAttribute('data-kind', kind);
  expect(screen.getByRole('heading', { name: 'Nothing' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Go' })).toBeInTheDocument();
});

it('announces once that cards load, however many there are', () => {
  render(<CardSkeleton count={6} />);
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading$/);
});
