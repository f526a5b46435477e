import { testUser } from '@hindsight/shared-contracts/testing';
import { DEFAULT_FLAGS, readFlags, isDevelopmentUser, readUserInfo } from './userInfo';

it('fills in what a service leaves out', () => {
  expect(
    readUserInfo({ authenticated: true, email: 'a@b.c', memberships: 'x', beta_access_status: 'odd' }),
  ).toEqual({
    authenticated: true,
    user_id: 'a@b.c',
    email: 'a@b.c',
    display_name: null,
    is_superadmin: false,
    beta_access_admin: false,
    beta_access_status: 'not_requested',
    memberships: [],
    llm_features_enabled: true,
    consolidation_enabled: true,
    pruning_enabled: true,
    archived_enabled: true,
    capabilities: [],
  });
});

it('takes the account for the id where the service knows nothing else', () => {
  expect(readUserInfo({ authenticated: true, user: 'sub-7', email: null })).toMatchObject({
    user_id: 'sub-7',
    email: '',
  });
});

it('accepts no person without authenticated: true', () => {
  expect([
    readUserInfo(null),
    readUserInfo('x'),
    readUserInfo({ ...testUser, authenticated: 'yes' }),
  ]).toEqual([null, null, null]);
});

it('has every feature on until the answer switches it off', () => {
  expect(DEFAULT_FLAGS).toEqual({
    llmEnabled: true,
    consolidationEnabled: true,
    pruningEnabled: true,
    archivedEnabled: true,
  });
  expect(readFlags(null)).toBe(DEFAULT_FLAGS);
  expect(readFlags({ ...testUser, pruning_enabled: false })).toEqual({
    ...DEFAULT_FLAGS,
    pruningEnabled: false,
  });
});

it('knows the account of the development mode', () => {
  expect(isDevelopmentUser({ ...testUser, email: 'dev@localhost' })).toBe(true);
  expect(isDevelopmentUser(testUser)).toBe(false);
});
