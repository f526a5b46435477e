/** How a proposal was generated, with an explanation for the reader. */

export type Method = 'model' | 'deterministic' | 'unknown';

/** Reads `generated_by`; `unknown` when missing. */
export const toMethod = (generatedBy: unknown): Method =>
  generatedBy === 'model' || generatedBy === 'deterministic' ? generatedBy : 'unknown';

export const METHODS = {
  model: {
    label: 'Language model',
    detail: 'Written by a language model. Check that nothing was made up.',
    icon: 'optimization',
  },
  deterministic: {
    label: 'Rules (no language model)',
    detail: 'Made by fixed rules: nothing was made up.',
    icon: 'settings',
  },
  unknown: {
    label: 'Method unknown',
    detail: 'The service does not report how this was made.',
    icon: 'help',
  },
} as const;
