/** Wording of audit trail entries, each as a predicate whose subject is the actor. */
import type { AuditEntry } from '@hindsight/shared-contracts/api';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { ROLE_LABELS } from '../organizations/texts';

/** By kind of review item, the suffix of the entry's target type. */
const ABOUT: Readonly<Record<string, (memory: string) => string>> = {
  contradiction: (memory) => `a conflict with ${memory}`,
  compaction: (memory) => `the suggestion to compact ${memory}`,
  pruning: (memory) => `the suggestion to archive ${memory}`,
  keywords: (memory) => `the suggested keywords for ${memory}`,
  feedback: (memory) => `the negative feedback on ${memory}`,
  secret: (memory) => `a secret found in ${memory}`,
};

/** `Rejected the suggestion to archive “Retry twice”`. */
function reviewSentence(verb: string, { name, entry }: { name: string | null; entry: AuditEntry }): string {
  const memory = name === null ? 'a memory' : `“${name}”`;
  const about = ABOUT[entry.target_type?.replace('review_', '') ?? ''];
  return `${verb} ${about ? about(memory) : `a suggestion about ${memory}`}`;
}

/** Metadata of an entry; values of unknown type are checked individually. */
type Facts = Readonly<Record<string, unknown>>;

interface SentenceInput {
  /** Name of the target; null when it is no longer known. */
  name: string | null;
  facts: Facts;
  entry: AuditEntry;
}

type Sentence = string | ((told: SentenceInput) => string);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const readFacts = (value: unknown): Facts =>
  typeof value === 'object' && value !== null ? (value as Facts) : {};
const quoteOr = (value: unknown, otherwise: string) =>
  text(value) === null ? otherwise : `“${String(value)}”`;

const labels: Readonly<Record<string, string>> = ROLE_LABELS;
const roleLabel = (value: unknown) => labels[String(value)] ?? 'member';

/** `the agent “Planner”`, or `an agent`. */
const nounPhrase = (noun: string, name: string | null) =>
  name === null ? `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}` : `the ${noun} “${name}”`;
const describeAction =
  (verb: string, noun: string, end = '') =>
  ({ name }: SentenceInput) =>
    `${verb} ${nounPhrase(noun, name)}${end}`;

const member = ({ name }: SentenceInput) => name ?? 'a former member';
const invited = ({ name, facts }: SentenceInput) => name ?? text(facts['email']) ?? 'somebody';

/** Describes a move between workspaces from this organization's point of view. */
function describeMove(noun: string) {
  return ({ name, facts, entry }: SentenceInput) => {
    const what = `Moved ${nounPhrase(noun, name)}`;
    const enters = facts['new_organization_id'] === entry.organization_id;
    if (enters && facts['old_scope'] === 'personal')
      return `${what} from a personal workspace to this organization`;
    if (enters) return `${what} into this organization`;
    if (facts['new_scope'] === 'organization') return `${what} to another organization`;
    return `${what} to ${facts['new_scope'] === 'public' ? 'the public workspace' : 'a personal workspace'}`;
  };
}

function organizationUpdate({ facts }: SentenceInput): string {
  const [before, after] = [readFacts(facts['old_data']), readFacts(facts['new_data'])];
  const changes = [
    before['name'] !== after['name'] &&
      `renamed it from ${quoteOr(before['name'], 'another name')} to ${quoteOr(after['name'], 'another name')}`,
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

function bulkStart({ facts, entry }: SentenceInput): string {
  const types = Array.isArray(facts['resource_types']) ? facts['resource_types'] : ['everything'];
  const all = `all ${new Intl.ListFormat('en').format(types.map((type) => RESOURCES[String(type)] ?? 'contents'))}`;
  if (facts['type'] === 'organization_delete') return `Started deleting ${all}`;
  const destination = readFacts(facts['destination'])['organizationId'];
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

const describeMerge = (verb: string) => (told: SentenceInput) => {
  const count = told.facts['original_count'];
  return `${verb} a suggestion to merge ${typeof count === 'number' ? `${formatNumber(count)} ` : ''}memories`;
};

/** One sentence per action; an action that is missing here is a compile error. */
export const SENTENCES: Record<AuditAction, Sentence> = {
  organization_create: 'Created the organization',
  organization_update: organizationUpdate,
  organization_delete: 'Deleted the organization',
  secret_policy_change: ({ facts }) =>
    `Changed how secrets in memories are handled${mode(facts['old'], ' from')}${mode(facts['new'], ' to')}`,
  bulk_operation_start: bulkStart,
  bulk_operation_complete: 'Finished moving or deleting the organization’s contents',
  member_add: (told) => `Added ${member(told)} as ${roleLabel(told.facts['role'])}`,
  member_update: (told) => `Changed ${member(told)}’s permissions to ${PERMISSIONS(told.facts)}`,
  member_role_change: (told) =>
    `Changed ${member(told)}’s role from ${roleLabel(told.facts['old_role'])} to ${roleLabel(told.facts['new_role'])}`,
  member_remove: (told) => `Removed ${member(told)}`,
  member_leave: 'Left the organization',
  invitation_create: (told) => `Invited ${invited(told)} as ${roleLabel(told.facts['role'])}`,
  invitation_resend: (told) => `Resent ${invited(told)}’s invitation`,
  invitation_revoke: (told) =>
    `Revoked ${invited(told)}’s invitation${told.facts['reason'] === 'sender' ? ', whose sender can no longer invite' : ''}`,
  invitation_accept: 'Accepted the invitation',
  invitation_decline: 'Declined the invitation',
  memory_create: ({ name, facts }) =>
    `${facts['imported'] === true ? 'Imported' : 'Created'} ${nounPhrase('memory', name)}`,
  memory_update: describeAction('Edited', 'memory'),
  memory_archive: describeAction('Archived', 'memory'),
  memory_restore: describeAction('Restored', 'memory', ' from the archive'),
  memory_delete: 'Deleted a memory for good',
  memory_scope_change: describeMove('memory'),
  memory_version_restore: describeAction('Restored an earlier version of', 'memory'),
  memory_feedback: describeAction('Rated', 'memory'),
  memory_compact: describeAction('Compacted', 'memory'),
  memory_keywords: describeAction('Changed the keywords of', 'memory'),
  memory_secret_mask: describeAction('Redacted a secret in', 'memory'),
  keyword_link: describeAction('Added a keyword to', 'memory'),
  keyword_unlink: describeAction('Removed a keyword from', 'memory'),
  consolidation_validate: describeMerge('Accepted'),
  consolidation_reject: describeMerge('Rejected'),
  consolidation_reopen: describeMerge('Reopened'),
  consolidation_delete: describeMerge('Deleted'),
  review_accept: (told) => reviewSentence('Accepted', told),
  review_reject: (told) => reviewSentence('Rejected', told),
  review_reopen: (told) => reviewSentence('Reopened', told),
  agent_create: describeAction('Created', 'agent'),
  agent_update: describeAction('Edited', 'agent'),
  agent_delete: describeAction('Deleted', 'agent', ' and its memories'),
  agent_scope_change: describeMove('agent'),
  keyword_create: describeAction('Created', 'keyword'),
  keyword_update: ({ name, facts }) =>
    text(facts['text_before']) === null
      ? `Edited ${nounPhrase('keyword', name)}`
      : `Renamed the keyword ${quoteOr(facts['text_before'], '')} to ${quoteOr(facts['text'], 'another text')}`,
  keyword_delete: describeAction('Deleted', 'keyword'),
  keyword_merge: ({ name, facts }) =>
    `Merged ${nounPhrase('keyword', name)} into ${quoteOr(facts['into_text'], 'another one')}`,
  keyword_changes_undo: 'Undid a keyword cleanup',
  token_create: describeAction('Created', 'API token'),
  token_update: describeAction('Edited', 'API token'),
  token_rotate: describeAction('Rotated', 'API token'),
  token_revoke: describeAction('Revoked', 'API token'),
  user_update: 'Changed their display name',
  beta_access_request: 'Requested beta access',
  beta_access_review: 'Reviewed a beta access request',
};

/** Fallback for actions that are newer than this page: the service's name, humanized. */
const humanizeAction = (action: string) =>
  action.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** E.g. `Changed Bob’s role from Viewer to Editor`. */
export function formatSentence(entry: AuditEntry): string {
  const sentence: Sentence =
    (SENTENCES as Readonly<Record<string, Sentence>>)[entry.action_type] ?? humanizeAction(entry.action_type);
  const told = { name: text(entry.target_name), facts: entry.metadata ?? {}, entry };
  const said = typeof sentence === 'string' ? sentence : sentence(told);
  return entry.status === 'failure' ? `${said} (failed)` : said;
}
