import { render, screen } from '@testing-library/react';
import { Button } from './Button';
import { IconButton } from './IconButton';

const REASON = 'You can read this workspace, but not change it.';

test('a reason disables a button and is its tooltip', () => {
  const { rerender } = render(<Button disabled={REASON}>Delete</Button>);
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
  expect(screen.getByTitle(REASON)).toBe(screen.getByRole('button'));
  rerender(
    <Button disabled={null} title="Deletes it permanently">
      Delete
    </Button>,
  );
  expect(screen.getByRole('button')).toBeEnabled();
  expect(screen.getByRole('button')).toHaveAttribute('title', 'Deletes it permanently');
});

test('a reason takes the place of the hint of an icon, and its name stays', () => {
  render(
    <IconButton label="Edit agent" disabled={REASON}>
      <svg />
    </IconButton>,
  );
  expect(screen.getByRole('button', { name: 'Edit agent' })).toBeDisabled();
  expect(screen.getByTitle(REASON)).toBeInTheDocument();
});
