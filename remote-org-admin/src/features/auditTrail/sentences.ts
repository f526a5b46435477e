/** What each entry of the audit trail says, as the end of a sentence that begins with a person. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { formatNumber, type AuditAction } from '@hindsight/shared-contracts/rules';
import { ROLE_LABELS } from '../organizations/texts';
import { reviewSentence } from './reviewSentence';

/** The values of an entry's metadata: others than texts and numbers are read one by one. */
type Facts = Readonly<Record<string, unknown>>;

interface Told {
  /** The name of what it was done to; null when nobody knows it any more. */
  name: string | null;
  facts: Facts;
  entry: AuditEntry;
}

type Sentence = string | ((told: Told) => string);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const factsOf = (value: unknown): Facts =>
  typeof value === 'object' && value !== null ? (value as Facts) : {};
const quoted = (value: unknown, otherwise: string) =>
  text(value) === null ? otherwise : `“${String(value)}”`;

const labels: Readonly<Record<string, string>> = ROLE_LABELS;
const roleOf = (value: unknown) => labels[String(value)] ?? 'member';

/** `the agent “Planner”`, or `an agent`. */
const thing = (noun: string, name: string | null) =>
  name === null ? `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}` : `the ${noun} “${name}”`;
const about =
  (verb: string, noun: string, end = '') =>
  ({ name }: Told) =>
    `${verb} ${thing(noun, name)}${end}`;

const member = ({ name }: Told) => name ?? 'a former member';
const invited = ({ name, facts }: Told) => name ?? text(facts['email']) ?? 'somebody';

/** Which way something went between workspaces, as this organization sees it. */
function moved(noun: string) {
  return ({ name, facts, entry }: Told) => {
    const what = `Moved ${thing(noun, name)}`;
    const enters = facts['new_organization_id'] === entry.organization_id;
    if (enters && facts['old_scope'] === 'personal')
      return `${what} from a personal workspace to this organization`;
    if (enters) return `${what} into this organization`;
    if (facts['new_scope'] === 'organization') return `${what} to another organization`;
    return `${what} to ${facts['new_scope'] === 'public' ? 'the public workspace' : 'a personal workspace'}`;
  };
}

function organizationUpdate({ facts }: Told): string {
  const [before, after] = [factsOf(facts['old_data']), factsOf(facts['new_data'])];
  const changes = [
    before['name'] !== after['name'] &&
      `renamed it from ${quoted(before['name'], 'another name')} to ${quoted(after['name'], 'another name')}`,
    before['slug'] !== after['slug'] && 'changed its slug',
    before['is_active'] !== after['is_active'] &&
      (after['is_active'] === true ? 'made it active' : 'made it inactive'),
  ].filter((change) => change !== false);
  return changes.length === 0 ? 'Edited the organization' : `Edited the organization: ${changes.join(', ')}`;
}

const RESOURCES: Readonly<Record<string, string>> = {
  memory_blocks: 'memories',
  keywords: 'keywords',
  agents: 'agents',
};

function bulkStart({ facts, entry }: Told): string {
  const types = Array.isArray(facts['resource_types']) ? facts['resource_types'] : ['everything'];
  const all = `all ${new Intl.ListFormat('en').format(types.map((type) => RESOURCES[String(type)] ?? 'contents'))}`;
  if (facts['type'] === 'organization_delete') return `Started deleting ${all}`;
  const destination = factsOf(facts['destination'])['organizationId'];
  if (destination === entry.organization_id)
    return `Started moving ${all} from another organization into this one`;
  return `Started moving ${all} to ${destination == null ? 'a personal workspace' : 'another organization'}`;
}

const SECRET_MODES: Readonly<Record<string, string>> = { mark: 'Mark', mask: 'Redact', refuse: 'Refuse' };
const mode = (value: unknown, word: string) => {
  const label = SECRET_MODES[String(value)];
  return label === undefined ? '' : `${word} ${label}`;
};

const PERMISSIONS = ({ can_read, can_write }: Facts) =>
  can_read === true
    ? can_write === true
      ? 'read and write'
      : 'read'
    : can_write === true
      ? 'write'
      : 'none';

const merging = (verb: string) => (told: Told) => {
  const count = told.facts['original_count'];
  return `${verb} a suggestion to merge ${typeof count === 'number' ? `${formatNumber(count)} ` : ''}memories`;
};

/** One for each action: a new one of the service does not compile before it is here. */
export const SENTENCES: Record<AuditAction, Sentence> = {
  organization_create: 'Created the organization',
  organization_update: organizationUpdate,
  organization_delete: 'Deleted the organization',
  secret_policy_change: ({ facts }) =>
    `Changed how secrets in memories are handled${mode(facts['old'], ' from')}${mode(facts['new'], ' to')}`,
  bulk_operation_start: bulkStart,
  bulk_operation_complete: 'Finished moving or deleting the organization’s contents',
  member_add: (told) => `Added ${member(told)} as ${roleOf(told.facts['role'])}`,
  member_update: (told) => `Changed ${member(told)}’s permissions to ${PERMISSIONS(told.facts)}`,
  member_role_change: (told) =>
    `Changed ${member(told)}’s role from ${roleOf(told.facts['old_role'])} to ${roleOf(told.facts['new_role'])}`,
  member_remove: (told) => `Removed ${member(told)}`,
  member_leave: 'Left the organization',
  invitation_create: (told) => `Invited ${invited(told)} as ${roleOf(told.facts['role'])}`,
  invitation_resend: (told) => `Resent ${invited(told)}’s invitation`,
  invitation_revoke: (told) =>
    `Revoked ${invited(told)}’s invitation${told.facts['reason'] === 'sender' ? ', whose sender can no longer invite' : ''}`,
  invitation_accept: 'Accepted the invitation',
  invitation_decline: 'Declined the invitation',
  memory_create: ({ name, facts }) =>
    `${facts['imported'] === true ? 'Imported' : 'Created'} ${thing('memory', name)}`,
  memory_update: about('Edited', 'memory'),
  memory_archive: about('Archived', 'memory'),
  memory_restore: about('Restored', 'memory', ' from the archive'),
  memory_delete: 'Deleted a memory for good',
  memory_scope_change: moved('memory'),
  memory_version_restore: about('Restored an earlier version of', 'memory'),
  memory_feedback: about('Rated', 'memory'),
  memory_compact: about('Compacted', 'memory'),
  memory_keywords: about('Changed the keywords of', 'memory'),
  memory_secret_mask: about('Redacted a secret in', 'memory'),
  keyword_link: about('Added a keyword to', 'memory'),
  keyword_unlink: about('Removed a keyword from', 'memory'),
  consolidation_validate: merging('Accepted'),
  consolidation_reject: merging('Rejected'),
  consolidation_reopen: merging('Reopened'),
  consolidation_delete: merging('Deleted'),
  review_accept: (told) => reviewSentence('Accepted', told),
  review_reject: (told) => reviewSentence('Rejected', told),
  review_reopen: (told) => reviewSentence('Reopened', told),
  agent_create: about('Created', 'agent'),
  agent_update: about('Edited', 'agent'),
  agent_delete: about('Deleted', 'agent', ' and its memories'),
  agent_scope_change: moved('agent'),
  keyword_create: about('Created', 'keyword'),
  keyword_update: ({ name, facts }) =>
    text(facts['text_before']) === null
      ? `Edited ${thing('keyword', name)}`
      : `Renamed the keyword ${quoted(facts['text_before'], '')} to ${quoted(facts['text'], 'another text')}`,
  keyword_delete: about('Deleted', 'keyword'),
  keyword_merge: ({ name, facts }) =>
    `Merged ${thing('keyword', name)} into ${quoted(facts['into_text'], 'another one')}`,
  keyword_changes_undo: 'Undid a cleanup of keywords',
  token_create: about('Created', 'API token'),
  token_update: about('Edited', 'API token'),
  token_rotate: about('Rotated', 'API token'),
  token_revoke: about('Revoked', 'API token'),
  user_update: 'Changed their display name',
  beta_access_request: 'Requested beta access',
  beta_access_review: 'Reviewed a beta access request',
};

/** The action as the service names it, for one that is newer than this page. */
const unknown = (action: string) => action.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** E.g. `Changed the role of Bob from Viewer to Editor`. */
export function sentenceOf(entry: AuditEntry): string {
  const sentence: Sentence =
    (SENTENCES as Readonly<Record<string, Sentence>>)[entry.action_type] ?? unknown(entry.action_type);
  const told = { name: text(entry.target_name), facts: entry.metadata ?? {}, entry };
  const said = typeof sentence === 'string' ? sentence : sentence(told);
  return entry.status === 'failure' ? `${said} (failed)` : said;
}
