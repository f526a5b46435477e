import { createApiClient } from './client';

it('takes an answer that was asked for before instead of asking', async () => {
  const early = jest.fn(async (address: string) =>
    address.includes('/count') ? new Response('{"count":3}') : null,
  );
  const sent = jest.fn(async () => new Response('{"items":[]}'));
  const client = createApiClient({
    pageUrl: () => new URL('https://app.example.org/'),
    scope: () => ({ scope: 'personal', organizationId: null }),
    isGuest: () => false,
    cookies: () => '',
    early,
    fetch: sent,
  });
  await expect(client.call('GET /conversations/count')).resolves.toEqual({ count: 3 });
  expect(sent).not.toHaveBeenCalled();
  await client.call('GET /agents/');
  expect(sent).toHaveBeenCalledTimes(1);
  const options = expect.objectContaining({ method: 'GET' }) as RequestInit;
  expect(early).toHaveBeenCalledWith('/api/agents/?scope=personal', options);
});
