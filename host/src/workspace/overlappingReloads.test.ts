import { createScopeBus } from '@hindsight/shared-contracts/events';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { memoryStorage } from '../session/storage';
import { createScopeMemory } from './scopeMemory';
import { createWorkspace } from './workspace';

const JOINED = '22222222-2222-4222-8222-222222222222';
const joinedOrganization = { id: JOINED, name: 'Larkspur Labs', slug: 'larkspur', is_active: true };
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('opens an organization that was just joined, also when another reload takes the place of the one that is waited for', async () => {
  const shell = fakeShell();
  let listed: object[] = [];
  const api = fakeApi({
    'GET /organizations/': async (input: unknown) => {
      const { signal } = input as { signal: AbortSignal };
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      return listed;
    },
  });
  const workspace = createWorkspace({
    api,
    memory: createScopeMemory(memoryStorage({}), memoryStorage({})),
    toasts: shell.toasts,
    bus: createScopeBus(),
  });
  workspace.follow({ status: 'signed-in', user: testUser });
  await settle();
  listed = [joinedOrganization];
  const joined = workspace.reloadOrganizations();
  // What others tell about the new membership loads the list too.
  const told = workspace.reloadOrganizations();
  await settle();
  await joined;
  expect(await workspace.choose({ scope: 'organization', organizationId: JOINED })).toBe(true);
  await told;
  expect(shell.shown).toEqual([]);
});
