/** Pruning: form, validation and proposals. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { PRUNING } from './limits';

/** The form as typed. */
export interface PruningForm {
  batchSize: string;
  targetCount: string;
  maxIterations: string;
}

export const DEFAULT_FORM: PruningForm = {
  batchSize: String(PRUNING.batchSize.default),
  targetCount: String(PRUNING.targetCount.default),
  maxIterations: String(PRUNING.maxIterations.default),
};

export interface PruningParams {
  batch_size: number;
  /** Null for no limit. */
  target_count: number | null;
  max_iterations: number;
}

/** Parses a typed number; invalid input becomes 0, as the specification requires. */
export function typedNumber(text: string): number {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? 0 : Math.trunc(number);
}

/** The parameters of the form. An empty target means no limit. */
export function toParams(form: PruningForm): PruningParams {
  return {
    batch_size: typedNumber(form.batchSize),
    target_count: form.targetCount.trim() === '' ? null : typedNumber(form.targetCount),
    max_iterations: typedNumber(form.maxIterations),
  };
}

const checkRange = (value: number, { min, max }: { min: number; max: number }, name: string) =>
  value < min || value > max ? `${name} must be between ${min} and ${max}.` : undefined;

/** Validation errors of the parameters, by field. */
export function formErrors(params: PruningParams): Partial<Record<keyof PruningForm, string>> {
  const { batchSize, targetCount, maxIterations } = PRUNING;
  const errors = {
    batchSize: checkRange(params.batch_size, batchSize, 'Batch Size'),
    targetCount:
      params.target_count !== null && params.target_count < targetCount.min
        ? `Target Count must be ${targetCount.min} or more. Leave it empty for no limit.`
        : undefined,
    maxIterations: checkRange(params.max_iterations, maxIterations, 'Max Iterations'),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

/** Memories proposed for pruning, and the number evaluated. */
export type PruningProposal = CallAnswer<'POST /memory/prune/suggest'>;

export interface ScoreBadge {
  label: 'Low' | 'Medium' | 'High';
  tone: 'bad' | 'warn' | 'good';
}

/** Below 30 low, below 70 medium, else high; a missing score counts as high, so that no memory is pruned for lack of one. */
export function scoreBadge(score: number | null): ScoreBadge {
  if (score !== null && score < 30) return { label: 'Low', tone: 'bad' };
  if (score !== null && score < 70) return { label: 'Medium', tone: 'warn' };
  return { label: 'High', tone: 'good' };
}

/** Sorts by ascending score; a missing score counts as 100. Stable. */
export const byScore = (suggestions: PruningProposal['suggestions']): PruningProposal['suggestions'] =>
  suggestions.toSorted((a, b) => (a.pruning_score ?? 100) - (b.pruning_score ?? 100));

export const scoreText = (score: number | null): string => (score === null ? 'N/A' : score.toFixed(2));
