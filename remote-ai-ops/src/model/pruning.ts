/** Pruning: the form, its rules, and what is proposed. */
import { fields, firstText, numberOr, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import { PRUNING } from './limits';
import { readMethod, type Method } from './method';
import { suggestionsIn } from './suggestionsIn';

/** The form as it is typed. */
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

/** A typed number; what is none becomes 0, as the specification says. */
export function typedNumber(text: string): number {
  const number = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(number) ? 0 : Math.trunc(number);
}

/** The parameters of the form. An empty target means no limit. */
export function paramsOf(form: PruningForm): PruningParams {
  return {
    batch_size: typedNumber(form.batchSize),
    target_count: form.targetCount.trim() === '' ? null : typedNumber(form.targetCount),
    max_iterations: typedNumber(form.maxIterations),
  };
}

const between = (value: number, { min, max }: { min: number; max: number }, name: string) =>
  value < min || value > max ? `${name} must be between ${min} and ${max}.` : undefined;

/** What is wrong with the parameters, field by field. */
export function formErrors(params: PruningParams): Partial<Record<keyof PruningForm, string>> {
  const { batchSize, targetCount, maxIterations } = PRUNING;
  const errors = {
    batchSize: between(params.batch_size, batchSize, 'Batch Size'),
    targetCount:
      params.target_count !== null && params.target_count < targetCount.min
        ? `Target Count must be ${targetCount.min} or more. Leave it empty for no limit.`
        : undefined,
    maxIterations: between(params.max_iterations, maxIterations, 'Max Iterations'),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

export interface PruningSuggestion {
  id: string;
  /** Null when it is missing or no number. */
  score: number | null;
  reason: string;
  preview: string;
  createdAt: string;
  feedback: number | null;
  retrievals: number | null;
  method: Method;
}

function readSuggestion(value: unknown): PruningSuggestion | null {
  const row = fields(value);
  const id = firstText(row['memory_block_id'], row['id']);
  if (id === '') return null;
  return {
    id,
    score: numberOr(row['pruning_score'], null),
    reason: firstText(row['rationale']),
    preview: firstText(row['content_preview'], row['content']),
    createdAt: firstText(row['created_at']),
    feedback: numberOr(row['feedback_score'], null),
    retrievals: numberOr(row['retrieval_count'], null),
    method: readMethod(row['generated_by']),
  };
}

export interface PruningProposal {
  suggestions: PruningSuggestion[];
  /** Blocks that were looked at; null when the service does not say. */
  evaluated: number | null;
}

/**
 * Reads `suggestions` or, as some services call them, `items`; each block once.
 * @throws UnexpectedAnswerError for an answer that holds neither.
 */
export function readProposal(answer: unknown): PruningProposal {
  const read = suggestionsIn(answer)
    .map(readSuggestion)
    .filter((row) => row !== null);
  return {
    suggestions: [...new Map(read.map((row) => [row.id, row])).values()],
    evaluated: numberOr(fields(answer)['total_evaluated'], null),
  };
}

export interface ScoreBadge {
  label: 'Low' | 'Medium' | 'High';
  tone: 'bad' | 'warn' | 'good';
}

/** Under 30 low, under 70 medium, else high; a missing score counts as high, so that nothing is pruned for want of one. */
export function scoreBadge(score: number | null): ScoreBadge {
  if (score !== null && score < 30) return { label: 'Low', tone: 'bad' };
  if (score !== null && score < 70) return { label: 'Medium', tone: 'warn' };
  return { label: 'High', tone: 'good' };
}

export const scoreText = (score: number | null): string => (score === null ? 'N/A' : score.toFixed(2));

export const NONE_SELECTED = 'Please select at least one memory block to prune.';
export const confirmText = (count: number): string =>
  `Are you sure you want to archive ${count} memory blocks for pruning? This action can be undone by unarchiving the blocks.`;
export const archivedText = (count: number): string =>
  `Successfully archived ${count} memory blocks for pruning.`;

export interface PruningOutcome {
  archived: number;
  failed: string[];
}

/**
 * Reads the answer of a confirmation; blocks that are not named as failed count as archived, unless none was.
 * @throws UnexpectedAnswerError for an answer that does not say how many were archived.
 */
export function readPruned(answer: unknown, asked: readonly string[]): PruningOutcome {
  const body = fields(answer);
  const archived = numberOr(body['archived_count'], null);
  if (archived === null) throw new UnexpectedAnswerError(200, JSON.stringify(answer) ?? '');
  const named = Array.isArray(body['failed_blocks']) ? body['failed_blocks'].map(String) : [];
  return { archived, failed: archived === 0 ? [...asked] : named };
}
