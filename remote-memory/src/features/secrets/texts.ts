/** Texts of the secrets page; none are given by the spec. */
import type {
  Job,
  SecretCheck,
  SecretFinding,
  SecretMode,
  SecretState,
} from '@hindsight/shared-contracts/api';
import { AUTHOR_FIELDS } from '../../model/authorFields';

export const STATES: readonly { value: SecretState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'masked', label: 'Redacted' },
  { value: 'not_a_secret', label: 'Not a secret' },
];

export const MODES: readonly { value: SecretMode; label: string; hint: string }[] = [
  { value: 'mark', label: 'Mark', hint: 'The memory is stored as written, and the secret is listed here.' },
  {
    value: 'mask',
    label: 'Redact',
    hint: 'The secret is replaced by a note such as [secret removed: GitHub token], in stored memories too.',
  },
  {
    value: 'refuse',
    label: 'Refuse',
    hint: 'The write fails, and the error names the kind of secret.',
  },
];

export const MODE_QUESTION = 'When a new memory contains a secret';
/** Why the person may not change the setting, by kind of workspace. */
export const FIXED_MODE = {
  organization: 'Only owners and admins of the organization can change this.',
  public: 'Secrets in public memories are always redacted.',
};
export const MASK_STORED = {
  title: 'Redact secrets in this workspace?',
  message:
    'Secrets will be removed from new memories, and from all stored memories and their earlier versions. Redacted secrets cannot be restored.',
};
export const MASK_ONE = {
  title: 'Redact this secret?',
  message: 'It will be removed from the memory and its earlier versions. This cannot be undone.',
};

const BEFORE_SAVING: Record<SecretMode, { title: string; after: string }> = {
  mark: { title: 'Save with a secret?', after: 'Everyone who can read this workspace can read it.' },
  mask: { title: 'Save without the secret?', after: 'It will be replaced by a note that names its kind.' },
  refuse: { title: 'This workspace refuses secrets', after: 'Remove it before you save.' },
};

/** Confirmation that explains the effect of saving texts with secrets. */
export function saveConfirmation({ mode, found }: SecretCheck): { title: string; message: string } {
  const { title, after } = BEFORE_SAVING[mode];
  return { title, message: `The text looks like it contains a secret: ${placesText(found)}. ${after}` };
}

/** `GitHub token in content, password in metadata` */
export const placesText = (found: SecretCheck['found']): string =>
  [...new Set(found.map(({ kind, field }) => `${kind} ${describePlace({ field, version: null })}`))].join(
    ', ',
  );

export const EMPTY: Record<SecretState, { title: string; description: string }> = {
  open: {
    title: 'No open secrets',
    description: 'Keys, tokens and passwords that agents or people write into memories appear here.',
  },
  masked: {
    title: 'No redacted secrets yet',
    description: 'Secrets that were removed from memories appear here.',
  },
  not_a_secret: {
    title: 'No exceptions yet',
    description: 'Secrets you mark as “not a secret” appear here.',
  },
};

const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(AUTHOR_FIELDS.map(({ name, label }) => [name, label.toLowerCase()])),
  feedback_details: 'feedback',
  agent_name: 'agent name',
};

/** Location of a finding within its memory. */
export const describePlace = ({ field, version }: Pick<SecretFinding, 'field' | 'version'>) =>
  `in ${FIELDS[field] ?? field}${version === null ? '' : `, version ${version}`}`;

export const scanText = ({ status, results }: Pick<Job, 'status' | 'results'>): string => {
  if (status !== 'completed') return 'The scan did not finish. Try again.';
  const found = (results ?? []).reduce((sum, step) => sum + Number(step['found'] ?? 0), 0);
  return found === 1 ? 'Scan finished: 1 new secret' : `Scan finished: ${found || 'no'} new secrets`;
};

export const findingsFailed = (reason: string) => `Failed to load secrets: ${reason}`;
export const policyFailed = (reason: string) => `Failed to load the secrets policy: ${reason}`;
export const changeFailed = (reason: string) => `Failed to save the change: ${reason}`;
export const SCANNING = 'Scanning…';
