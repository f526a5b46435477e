import type { TokenActivity } from '@hindsight/shared-contracts/api';
import { connectionSteps, faultText, isComplete, NO_ACTIVITY } from './connection';

const T1 = '2026-11-21T10:00:00Z';
const T2 = '2026-11-21T10:00:05Z';
const fault = {
  at: T2,
  stage: 'write',
  status: 403,
  detail: 'Token lacks write scope',
  code: null,
  call: 'POST /memory-blocks/',
} as const;
const seen = (change: Partial<TokenActivity>): TokenActivity => ({ ...NO_ACTIVITY, ...change });
const states = (activity: TokenActivity, scopes = ['read', 'write']) =>
  connectionSteps(activity, scopes).map(({ state }) => state);

it('waits until the first call, then says what worked', () => {
  expect(states(seen({}))).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  const signedIn = { handshake_at: T1, sign_in_at: T1 };
  expect(states(seen(signedIn))).toEqual(['done', 'done', 'waiting', 'waiting']);
  expect(states(seen({ ...signedIn, read_at: T1, write_at: T1 }))).toEqual(['done', 'done', 'done', 'done']);
});

it('names the step that a refusal belongs to, until it works', () => {
  expect(states(seen({ handshake_at: T2, fault: { ...fault, stage: 'sign_in' } }))).toEqual([
    'done',
    'failed',
    'waiting',
    'waiting',
  ]);
  const reading = { handshake_at: T2, sign_in_at: T2, read_at: T1, fault };
  expect(states(seen(reading))).toEqual(['done', 'done', 'done', 'failed']);
  expect(states(seen({ ...reading, write_at: '2026-11-21T10:00:09Z' }))).toEqual([
    'done',
    'done',
    'done',
    'done',
  ]);
});

it('does not wait for what the token may not do', () => {
  expect(states(seen({}), ['read'])).toEqual(['waiting', 'waiting', 'waiting', 'off']);
  expect(states(seen({}), ['write'])).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  const steps = connectionSteps(seen({ handshake_at: T1, sign_in_at: T1, read_at: T1 }), ['read']);
  expect(isComplete(steps)).toBe(true);
  expect(isComplete(connectionSteps(seen({ fault }), ['read', 'write']))).toBe(false);
});

it.each([
  ['Token not active', 'The token was revoked.'],
  ['Token expired', 'The token has expired.'],
  ['Invalid token', 'The secret in the configuration doesn’t belong to this token.'],
  ['Token lacks read scope', 'The token doesn’t have the Read scope.'],
  ['Token lacks write scope', 'The token doesn’t have the Write scope.'],
  [
    'Token organization restriction mismatch: token is limited to org a, but request targeted org b',
    'The token is limited to a different organization',
  ],
  [
    'Token user lacks write permission for organization',
    'Your role in the organization does not allow this.',
  ],
  ['Not a member of target organization', 'You are no longer a member'],
  ['Beta access is required to use memory data.', 'Request beta access first'],
  ['Agent not found', 'The agent ID in the configuration doesn’t exist'],
  ['limit: This must be at least 0.', 'POST /memory-blocks/ was denied with 403: limit:'],
])('explains "%s"', (detail, sentence) => {
  const text = faultText({ ...fault, stage: 'write', detail });
  expect(text).toContain(sentence);
  expect(text).toContain(`POST /memory-blocks/ was denied with 403: ${detail}`);
});
