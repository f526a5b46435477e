import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { screen } from '@testing-library/react';
import { routes } from '../../remote/entry';

it('shows the number of memories in the workspace', async () => {
  const api = fakeApi({ 'GET /memory-blocks/': { items: [], total_items: 42 } });
  await renderRoutes(routes, '/pulse', fakeShell({ api }));
  expect(await screen.findByRole('status', { name: 'Memories of this workspace' })).toHaveTextContent('42');
});
