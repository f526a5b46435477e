import { fakeShell, FakeShellProvider, testUser } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { render, screen } from '@testing-library/react';
import { routes } from '../../remote/entry';
import { Summary } from './Summary';

it('opens at its address and shows the signed-in user', async () => {
  const user = { ...testUser, display_name: 'Ada' };
  await renderRoutes(routes, '/example', fakeShell({ session: { status: 'signed-in', user } }));
  expect(await screen.findByRole('heading', { name: 'Hello, Ada' })).toBeInTheDocument();
});

it('shows the active workspace', () => {
  render(
    <FakeShellProvider shell={fakeShell({ scope: { scope: 'public', organizationId: null } })}>
      <Summary />
    </FakeShellProvider>,
  );
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('Your workspace is Public.');
});
