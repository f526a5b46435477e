import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { createOutsideWatch } from './lostMembership';

function setUp(scope: ActiveScope) {
  const refresh = jest.fn(async () => undefined);
  const reloadOrganizations = jest.fn(async () => undefined);
  const get = () => ({ scope, organizations: [], visited: null, error: null });
  const tell = createOutsideWatch({ refresh }, { get, reloadOrganizations });
  return { tell, refresh, reloadOrganizations };
}
const settled = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('asks once for session and organizations, however many calls were answered so', async () => {
  const { tell, refresh, reloadOrganizations } = setUp({ scope: 'organization', organizationId: 'o1' });
  tell('o1');
  tell('o1');
  await settled();
  expect([refresh.mock.calls.length, reloadOrganizations.mock.calls.length]).toEqual([1, 1]);
  tell('o1');
  await settled();
  expect(refresh).toHaveBeenCalledTimes(2);
});

it('does nothing for a workspace that was left', async () => {
  const { tell, refresh } = setUp({ scope: 'personal', organizationId: null });
  tell('o1');
  await settled();
  expect(refresh).not.toHaveBeenCalled();
});
