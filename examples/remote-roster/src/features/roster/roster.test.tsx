import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { screen } from '@testing-library/react';
import { routes } from '../../remote/entry';

const agent = { agent_id: 'agent-1', agent_name: 'Reviewer', created_at: '2026-01-01T00:00:00Z' };

it('lists the agents of the workspace', async () => {
  const api = fakeApi({ 'GET /agents/': { items: [agent] } });
  await renderRoutes(routes, '/roster', fakeShell({ api }));
  expect(await screen.findByRole('listitem')).toHaveTextContent('Reviewer, added');
});
