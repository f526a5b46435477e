import { asTyped } from './typedWords';
import {
  READ_ONLY_ORGANIZATION,
  READ_ONLY_PUBLIC,
  safeLink,
  writeProblem,
} from '@hindsight/shared-contracts/rules';
import { block, testId } from '../testing/rows';
import { ageInDays } from './age';
import { withBlock } from './blockAddress';
import { DETAIL_KEYWORDS } from './derivedKeywords';
import { toMemory } from './memory';
import { isWritten, emptyMemory, newMemoryBody, newMemoryProblems } from './newMemory';
import { isRanked, toTerms } from './searchModes';
import { changesBetween, reasonText, toBlockState, toVersion } from './versions';
import { testUser } from '@hindsight/shared-contracts/testing';

it.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['/relative', null],
])('follows %s only as %s', (link, expected) => expect(safeLink(link)).toBe(expected));

it.each([
  [0, 'less than a day'],
  [1, '1 day'],
  [400, '400 days'],
])('is %i days old: %s', (days, text) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(ageInDays(new Date(now - days * 86_400_000).toISOString(), now)).toBe(text);
});

it('keeps the other parameters of the address when it opens a block', () => {
  expect(withBlock('?search=a&page=2', 'x')).toBe('?search=a&page=2&block=x');
  expect(withBlock('?block=old', 'x')).toBe('?block=x');
  expect(DETAIL_KEYWORDS).toBe(8);
});

describe('search modes', () => {
  it('rank only when something is searched for', () => {
    expect(isRanked({ search: ' ', mode: 'hybrid' })).toBe(false);
    expect(isRanked({ search: 'a', mode: 'hybrid' })).toBe(true);
    expect(isRanked({ search: 'a', mode: 'text' })).toBe(false);
    expect(isRanked({ search: '00000000-0000-4000-8000-000000000001', mode: 'hybrid' })).toBe(false);
  });

  it('mark the exact text, or its words without excluded ones', () => {
    expect(toTerms({ search: 'slow queues', mode: 'text' })).toBe('slow queues');
    expect(toTerms({ search: '"slow queues" -draft or timeouts', mode: 'full-text' })).toEqual([
      'slow',
      'queue',
      'timeout',
    ]);
    expect(toTerms({ search: '-fno-rtti', mode: 'hybrid' })).toEqual(['fno', 'rtti']);
    expect(toTerms({ search: 'हिन्दी भाषा', mode: 'full-text' })).toEqual(['हिन्दी', 'भाषा']);
  });

  it('name words as they were typed, whichever letters the service finds them by', () => {
    const typed = 'Straße, ŒUVRE Łódź ΣΥΝΔΕΣΗΣ ılık हिन्दी';
    const named = ['strasse', 'oeuvre', 'lodz', 'συνδεσησ', 'ilik', 'हिन्दी', 'other'];
    expect(asTyped(named, typed)).toEqual(['Straße', 'ŒUVRE', 'Łódź', 'ΣΥΝΔΕΣΗΣ', 'ılık', 'हिन्दी', 'other']);
  });
});

describe('versions', () => {
  it('name the change, also for an unknown reason', () => {
    expect(reasonText('memory_update')).toBe('Edited');
    expect(reasonText('sent_to_mars')).toBe('Sent to mars');
    expect(reasonText('')).toBe('Changed');
  });

  it('are compared part by part', () => {
    const { keywords: _keywords, ...before } = block(1, { content: 'old', lessons_learned: null });
    const version = toVersion({
      ...before,
      memory_block_id: before.id,
      version: 3,
      reason: 'memory_update',
      actor_user_id: null,
      actor_name: null,
      keywords: ['b', 'a'],
    });
    const now = toBlockState(toMemory(block(1, { content: 'new', lessons_learned: null })));
    expect(changesBetween(version.state, now)).toEqual([
      { field: 'content', before: 'old', after: 'new' },
      { field: 'keywords', before: 'a, b', after: '' },
    ]);
  });
});

describe('a new memory', () => {
  it('needs an agent, a conversation and content', () => {
    const empty = emptyMemory('x');
    expect(isWritten(empty)).toBe(false);
    expect(newMemoryProblems({ ...empty, metadata: '{' })).toEqual({
      agentId: 'Choose an agent.',
      conversationId: 'Enter a valid conversation ID (UUID).',
      content: 'The content must not be empty.',
      metadata: 'Invalid JSON in metadata field',
    });
  });

  it('sends what was written and nothing else', () => {
    const memory = { ...emptyMemory(testId(7)), agentId: 'a', content: 'c', metadata: '{"a":1}' };
    expect(newMemoryBody(memory)).toEqual({
      agent_id: 'a',
      conversation_id: testId(7),
      content: 'c',
      metadata_col: { a: 1 },
    });
  });
});

describe('who may write', () => {
  const membership = {
    organization_id: testId(1),
    organization_name: 'A',
    role: 'viewer' as const,
    can_read: true,
  };
  const organization = { scope: 'organization' as const, organizationId: testId(1) };
  const as = (rest: object) => ({ status: 'signed-in' as const, user: { ...testUser, ...rest } });

  it('is judged by the membership', () => {
    const viewer = { memberships: [{ ...membership, can_write: false }] };
    expect(writeProblem(as(viewer), organization)).toBe(READ_ONLY_ORGANIZATION);
    expect(writeProblem(as({ memberships: [{ ...membership, can_write: true }] }), organization)).toBeNull();
    expect(writeProblem(as({ ...viewer, is_superadmin: true }), organization)).toBeNull();
    expect(writeProblem(as(viewer), { scope: 'public', organizationId: null })).toBe(READ_ONLY_PUBLIC);
    expect(writeProblem(as(viewer), { scope: 'personal', organizationId: null })).toBeNull();
  });

  it('leaves guests to the guest guard', () => {
    expect(
      writeProblem({ status: 'guest', user: null }, { scope: 'public', organizationId: null }),
    ).toBeNull();
  });
});
