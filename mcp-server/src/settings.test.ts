/** @jest-environment node */
import { SAMPLE_CONVERSATION_ID } from '@hindsight/shared-contracts/clients';
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { readSettings } from './settings';

const base = { HINDSIGHT_API_BASE_URL: ' https://memory.example/api/ ', HINDSIGHT_API_TOKEN: 'hs_pat_x' };
const ORGANIZATION = '0a1b2c3d-0000-4000-8000-000000000001';

it('reads the names of the public server', () => {
  expect(
    readSettings({
      ...base,
      DEFAULT_AGENT_ID: ORGANIZATION,
      DEFAULT_CONVERSATION_ID: ' ',
      HINDSIGHT_ORGANIZATION_ID: ORGANIZATION,
      HINDSIGHT_TOOLS: 'All',
    }),
  ).toEqual({
    baseUrl: 'https://memory.example/api',
    identity: { Authorization: 'Bearer hs_pat_x' },
    defaults: {
      agentId: ORGANIZATION,
      conversationId: expect.stringMatching(UUID_PATTERN),
      scope: { scope: 'organization', organizationId: ORGANIZATION },
    },
    withEarlierTools: true,
    warnings: [],
  });
});

it('makes each start a conversation of its own unless one is configured', () => {
  const pickConversation = (environment: object) =>
    readSettings({ ...base, ...environment }).defaults.conversationId;
  expect(pickConversation({})).not.toBe(pickConversation({}));
  const pasted = { DEFAULT_CONVERSATION_ID: SAMPLE_CONVERSATION_ID.toUpperCase() };
  expect(pickConversation(pasted)).not.toBe(pickConversation(pasted));
  expect(pickConversation(pasted)).not.toBe(pasted.DEFAULT_CONVERSATION_ID);
  expect(pickConversation({ DEFAULT_CONVERSATION_ID: ORGANIZATION })).toBe(ORGANIZATION);
});

it('sends the token as a key where a key is set, and the key where no token is', () => {
  expect(readSettings({ ...base, HINDSIGHT_API_KEY: 'k' }).identity).toEqual({ 'X-API-Key': 'hs_pat_x' });
  expect(readSettings({ ...base, HINDSIGHT_API_TOKEN: '', HINDSIGHT_API_KEY: 'k' }).identity).toEqual({
    'X-API-Key': 'k',
  });
});

it.each([
  [{ HINDSIGHT_ACTIVE_SCOPE: 'Public' }, { scope: 'public', organizationId: null }, 0],
  [
    { HINDSIGHT_ACTIVE_SCOPE: 'personal', HINDSIGHT_ORGANIZATION_ID: ORGANIZATION },
    { scope: 'personal', organizationId: null },
    0,
  ],
  [{ HINDSIGHT_ACTIVE_SCOPE: 'organization' }, null, 1],
  [{ HINDSIGHT_ACTIVE_SCOPE: 'galaxy' }, null, 1],
  [{ HINDSIGHT_ORGANIZATION_ID: 'x' }, null, 1],
  [{}, null, 0],
])('%j is a scope or a warning', (environment, scope, warnings) => {
  const settings = readSettings({ ...base, ...environment });
  expect(settings.defaults.scope).toEqual(scope);
  expect(settings.warnings).toHaveLength(warnings);
});

it('says what is missing or ignored', () => {
  expect(() => readSettings({})).toThrow(/^Set HINDSIGHT_API_BASE_URL to the address of your memory service/);
  expect(() => readSettings({ HINDSIGHT_API_BASE_URL: 'ftp://x' })).toThrow(/HINDSIGHT_API_BASE_URL/);
  const { identity, warnings } = readSettings({
    HINDSIGHT_API_BASE_URL: 'http://localhost:8000',
    DEFAULT_AGENT_ID: 'me',
  });
  expect(identity).toEqual({});
  expect(warnings).toEqual([
    'HINDSIGHT_API_TOKEN is not set: only public memories can be read.',
    'DEFAULT_AGENT_ID is not a UUID and is ignored.',
  ]);
});
