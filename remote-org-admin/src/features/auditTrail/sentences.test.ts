import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '@hindsight/shared-contracts/rules';
import { auditRow, LARKSPUR } from '../../testing/rows';
import { formatSentence, SENTENCES } from './sentences';

const said = (action: string, target_name: string | null, metadata: AuditEntry['metadata'] = null) =>
  formatSentence(auditRow('1', action, { target_name, metadata }));

it('has a sentence for every action of the service, with and without a name', () => {
  const actions = AUDIT_KINDS.flatMap((kind): readonly string[] => AUDIT_ACTIONS[kind]);
  expect(Object.keys(SENTENCES).sort()).toEqual([...actions].sort());
  for (const action of actions) {
    for (const name of [null, 'Retry twice']) {
      expect(said(action, name)).toMatch(/^[A-Z][a-z]+ .*[^ .]$/);
      expect(said(action, name)).not.toMatch(/undefined|null|_| {2}|“”/);
    }
  }
});

it.each([
  [
    'member_role_change',
    'Bob',
    { old_role: 'viewer', new_role: 'editor' },
    'Changed Bob’s role from Viewer to Editor',
  ],
  [
    'member_role_change',
    null,
    { old_role: 'owner', new_role: 'admin' },
    'Changed a former member’s role from Owner to Admin',
  ],
  ['member_update', 'Bob', { can_read: true, can_write: false }, 'Changed Bob’s permissions to read'],
  ['member_remove', 'Bob', { role: 'viewer' }, 'Removed Bob'],
  ['invitation_create', null, { email: 'c@x.org', role: 'admin' }, 'Invited c@x.org as Admin'],
  [
    'invitation_revoke',
    'c@x.org',
    { reason: 'sender' },
    'Revoked c@x.org’s invitation, whose sender can no longer invite',
  ],
  ['memory_create', 'Retry twice', { imported: true }, 'Imported the memory “Retry twice”'],
  ['memory_update', null, null, 'Edited a memory'],
  ['agent_update', null, null, 'Edited an agent'],
  ['keyword_merge', 'dns', { into_text: 'DNS' }, 'Merged the keyword “dns” into “DNS”'],
  ['keyword_update', 'DNS', { text: 'DNS', text_before: 'dsn' }, 'Renamed the keyword “dsn” to “DNS”'],
  ['consolidation_validate', null, { original_count: 3 }, 'Accepted a suggestion to merge 3 memories'],
  [
    'secret_policy_change',
    null,
    { old: 'mark', new: 'mask' },
    'Changed how secrets in memories are handled from Mark to Redact',
  ],
  [
    'organization_update',
    null,
    {
      old_data: { name: 'A', slug: 's', is_active: true },
      new_data: { name: 'B', slug: 's', is_active: false },
    },
    'Edited the organization: renamed it from “A” to “B”, made it inactive',
  ],
  [
    'bulk_operation_start',
    null,
    { type: 'organization_delete', resource_types: ['memory_blocks', 'keywords'] },
    'Started deleting all memories and keywords',
  ],
  [
    'bulk_operation_start',
    null,
    { type: 'organization_move', resource_types: ['agents'], destination: { organizationId: LARKSPUR.id } },
    'Started moving all agents from another organization into this one',
  ],
])('describes %s of %j with %j', (action, name, metadata, sentence) => {
  expect(said(action, name, metadata)).toBe(sentence);
});

it('describes moves of a memory as seen by the organization', () => {
  const moved = (old_scope: string, new_scope: string, new_organization_id: string | null) =>
    said('memory_scope_change', 'Retry twice', { old_scope, new_scope, new_organization_id });
  expect(moved('personal', 'organization', LARKSPUR.id)).toBe(
    'Moved the memory “Retry twice” from a personal workspace to this organization',
  );
  expect(moved('organization', 'organization', LARKSPUR.id)).toMatch(/ into this organization$/);
  expect(moved('organization', 'organization', 'elsewhere')).toMatch(/ to another organization$/);
  expect(moved('organization', 'personal', null)).toMatch(/ to a personal workspace$/);
  expect(moved('organization', 'public', null)).toMatch(/ to the public workspace$/);
});

it('names the suggestion that a review decided', () => {
  const decided = (target_type: string, target_name: string | null) =>
    formatSentence(auditRow('1', 'review_reject', { target_type, target_name }));
  expect(decided('review_pruning', 'Retry twice')).toBe('Rejected the suggestion to archive “Retry twice”');
  expect(decided('review_secret', null)).toBe('Rejected a secret found in a memory');
});

it('humanizes unknown actions and marks failures', () => {
  expect(said('memory_fly', null)).toBe('Memory fly');
  expect(formatSentence(auditRow('1', 'member_leave', { status: 'failure' }))).toBe(
    'Left the organization (failed)',
  );
});
