/** How a proposal was made, in words that say what it means for the reader. */
import { firstText } from '@hindsight/shared-contracts/api/client';

export type Method = 'model' | 'rules' | 'unknown';

/** Reads `generated_by`; a service that does not tell gives `unknown`. */
export function readMethod(value: unknown): Method {
  const word = firstText(value);
  if (word === 'model') return 'model';
  return word === 'deterministic' || word === 'rules' ? 'rules' : 'unknown';
}

export const METHODS: Record<Method, { label: string; detail: string }> = {
  model: { label: 'Language model', detail: 'Written by a language model. Check that nothing was made up.' },
  rules: { label: 'Rules', detail: 'Made by fixed rules that always give the same. Nothing was made up.' },
  unknown: { label: 'Method unknown', detail: 'The service does not say how this was made.' },
};
