/** The texts of the secrets page; the spec gives none of them. */
import type { Job, SecretFinding, SecretMode, SecretState } from '@hindsight/shared-contracts/api';

export const STATES: readonly { value: SecretState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'masked', label: 'Masked' },
  { value: 'not_a_secret', label: 'Not a secret' },
];

export const MODES: readonly { value: SecretMode; label: string; hint: string }[] = [
  { value: 'mark', label: 'Mark', hint: 'The memory is stored as written, and the secret is listed here.' },
  {
    value: 'mask',
    label: 'Mask',
    hint: 'A note such as [secret removed: GitHub token] takes the place of the secret. Memories that are already stored are masked too.',
  },
  {
    value: 'refuse',
    label: 'Refuse',
    hint: 'The write fails, and the writer is told which kind of secret it holds.',
  },
];

export const MODE_QUESTION = 'When a memory is written that holds a secret';
export const FIXED_MODE = 'Owners and admins of the organization choose this.';
export const MASK_STORED = {
  title: 'Mask secrets in this workspace?',
  message:
    'Secrets are removed from everything that is written from now on, and from all stored memories and their earlier versions. What is masked cannot be restored.',
};
export const MASK_ONE = {
  title: 'Mask this secret?',
  message: 'It is removed from the memory and from its earlier versions. This cannot be undone.',
};

export const EMPTY: Record<SecretState, { title: string; description: string }> = {
  open: {
    title: 'No open secrets',
    description: 'Keys, tokens and passwords that agents or people write into memories appear here.',
  },
  masked: {
    title: 'Nothing has been masked yet',
    description: 'Secrets that were removed from memories appear here.',
  },
  not_a_secret: { title: 'No exceptions yet', description: 'What you mark as not a secret appears here.' },
};

const FIELDS: Readonly<Record<string, string>> = {
  content: 'content',
  lessons_learned: 'lessons learned',
  errors: 'errors',
  summary: 'summary',
  external_history_link: 'link',
  metadata_col: 'metadata',
  feedback_details: 'feedback',
  priority: 'priority',
  category: 'category',
};

/** Where in the memory it is. */
export const placeOf = ({ field, version }: Pick<SecretFinding, 'field' | 'version'>) =>
  `in ${FIELDS[field] ?? field}${version === null ? '' : `, version ${version}`}`;

export const scanText = ({ status, results }: Pick<Job, 'status' | 'results'>): string => {
  if (status !== 'completed') return 'The scan did not finish. Try again.';
  const found = (results ?? []).reduce((sum, step) => sum + Number(step['found'] ?? 0), 0);
  return found === 1 ? 'Scan finished: 1 new secret' : `Scan finished: ${found || 'no'} new secrets`;
};

export const findingsFailed = (reason: string) => `Failed to load secrets: ${reason}`;
export const changeFailed = (reason: string) => `Failed to change: ${reason}`;
export const SCANNING = 'Scanning…';
