import type { TokenActivity } from '@hindsight/shared-contracts/api';
import { testUser } from '@hindsight/shared-contracts/testing';
import { memoryStorage } from '../../session/storage';
import { completionKey, opensAutomatically, rememberCompletion } from './completion';
import { NO_ACTIVITY, connectionSteps, faultText, isComplete } from './connection';
import { resolveServiceUrl, shortenSecret } from './server';
import { describeMismatch } from './tokenReach';
import { TEMPLATE, findWorkflow } from './workflow';

describe('completion', () => {
  const signedIn = { status: 'signed-in' as const, user: testUser };

  it('uses the user id, else the email, else "default" as key', () => {
    expect(completionKey({ user_id: 'u1', email: 'a@b.c' })).toBe('hindsight.get-started.u1');
    expect(completionKey({ user_id: '', email: 'a@b.c' })).toBe('hindsight.get-started.a@b.c');
    expect(completionKey({ user_id: null, email: '' })).toBe('hindsight.get-started.default');
    expect(completionKey(null)).toBe('hindsight.get-started.default');
  });

  it('opens once per user on the dashboard, and stores the time of closing', () => {
    const storage = memoryStorage();
    expect(opensAutomatically(signedIn, '/dashboard', storage)).toBe(true);
    expect(opensAutomatically(signedIn, '/agents', storage)).toBe(false);
    expect(opensAutomatically({ status: 'guest', user: null }, '/dashboard', storage)).toBe(false);
    expect(opensAutomatically({ status: 'loading', user: null }, '/dashboard', storage)).toBe(false);
    rememberCompletion(signedIn, storage, new Date('2026-11-21T10:00:00Z'));
    expect(storage.all()).toEqual({
      [`hindsight.get-started.${testUser.user_id}`]: '2026-11-21T10:00:00.000Z',
    });
    expect(opensAutomatically(signedIn, '/dashboard', storage)).toBe(false);
    const other = { status: 'signed-in' as const, user: { ...testUser, user_id: 'another-person' } };
    expect(opensAutomatically(other, '/dashboard', storage)).toBe(true);
  });
});

describe('connection', () => {
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

  it('waits for the first call, then shows which steps worked', () => {
    expect(states(seen({}))).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    const signedIn = { handshake_at: T1, sign_in_at: T1 };
    expect(states(seen(signedIn))).toEqual(['done', 'done', 'waiting', 'waiting']);
    expect(states(seen({ ...signedIn, read_at: T1, write_at: T1 }))).toEqual([
      'done',
      'done',
      'done',
      'done',
    ]);
  });

  it('fails the step of a denied call until that step works', () => {
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

  it("does not wait for steps that the token's scopes rule out", () => {
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
});

describe('tokenReach', () => {
  const organizations = [
    { id: 'a', name: 'Larkspur Labs', slug: null, is_active: true },
    { id: 'b', name: 'Tidewater', slug: null, is_active: true },
  ];

  it.each([
    ['a', null, 'Codex is in your personal workspace, so a token limited to Larkspur Labs can’t access it.'],
    ['a', 'b', 'Codex is in Tidewater, so a token limited to Larkspur Labs can’t access it.'],
    ['a', 'a', undefined],
    [null, 'a', undefined],
    [null, null, undefined],
  ])('with a token for %s and an agent in %s: %s', (token, agent, expected) => {
    const given = describeMismatch(
      { organizationId: token },
      { name: 'Codex', organizationId: agent },
      organizations,
    );
    expect(given).toBe(expected);
  });
});

describe('workflow', () => {
  it.each([
    ['codex-cli', 'Markdown file', 'AGENTS.md'],
    ['gemini-cli', 'Markdown file', 'GEMINI.md'],
    ['claude-code', 'Markdown file', 'CLAUDE.md'],
    ['github-copilot-cli', 'Markdown file', '.github/copilot-instructions.md'],
    ['cline', 'Rules file', '.clinerules'],
    ['forgecode', 'YAML config', 'forge.yaml'],
    ['openhands-cli', 'TOML config', 'config.toml'],
  ])('instructs %s by a %s, %s', (id, group, file) => {
    expect(findWorkflow(id)).toMatchObject({ group: { name: group }, file });
  });

  it('has no guidance for Roo Code yet, and one template for all others', () => {
    expect(findWorkflow('roocode')).toBeNull();
    expect(TEMPLATE).toMatch(/Retrieve all memories/);
    expect(TEMPLATE).toMatch(/lesson learned/);
    expect(findWorkflow('forgecode')!.snippets[0]!.text).toMatch(/^custom_rules: \|/);
    expect(findWorkflow('openhands-cli')!.details.join(' ')).toMatch(/\[agent\].*AGENT_/);
  });

  it('shortens a secret like the token list does, and resolves relative service URLs', () => {
    expect(shortenSecret('hs_pat_1a2b3c4d5e6f7081_aaaaWxYz')).toBe('hs_pat_1a2b3c4d…WxYz');
    expect(resolveServiceUrl('/api', 'https://h.example')).toBe('https://h.example/api');
    expect(resolveServiceUrl('https://api.h.example/', 'https://h.example')).toBe('https://api.h.example');
  });
});
