import { fakeApi } from '@hindsight/shared-contracts/testing';
import { createPageClient } from './pageClient';

const agents = [{ agent_id: 'a', agent_name: 'Builder' }];
const setUp = (isForeign: boolean) => {
  const direct = fakeApi({ 'GET /agents/': agents });
  let know: () => void = () => undefined;
  const known = new Promise<void>((resolve) => (know = resolve));
  const client = createPageClient(direct, { known: () => known, isForeign: () => isForeign });
  return { direct, client, know };
};

it('waits until it is known which service answers, and asks ours directly', async () => {
  const { direct, client, know } = setUp(false);
  const answer = client.call('GET /agents/');
  await Promise.resolve();
  expect(direct.calls).toEqual([]);
  know();
  await expect(answer).resolves.toBe(agents);
});

it('gives the answers of another service the shape of ours', async () => {
  const { client, know } = setUp(true);
  know();
  const page = await client.call('GET /agents/');
  expect(page).toMatchObject({ items: [{ agent_id: 'a', description: null }], total_items: 1 });
});
