/** Cost estimate of language model work, beside the button that starts it. Empty for rule-based work. */
import type { CostlyJob, LanguageModelCosts } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteProblem } from '../review/useWriteProblem';

/** `1 call`, `2 calls`. */
const calls = (count: number): string => (count === 1 ? '1 call' : `${formatNumber(count)} calls`);

/** Text with the estimate, the usage so far and the limit. */
export function describeCosts(kind: CostlyJob, costs: LanguageModelCosts): string {
  const { estimate, spent, tokens_today: today, daily_limit: limit } = costs;
  const used = spent.reduce((sum, { tokens }) => sum + tokens, 0);
  return [
    estimate &&
      `${kind === 'consolidation' ? 'Each group' : 'This'} takes about ${formatNumber(estimate.tokens)} tokens in ${calls(estimate.calls)} to the language model.`,
    `This workspace has used ${formatNumber(used)} tokens this month.`,
    `Daily limit of all workspaces: ${formatNumber(limit)}, used today: ${formatNumber(today)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface ModelCostProps {
  kind: CostlyJob;
  /** Number of memories in the job; of groups for a consolidation. */
  count: number;
  className: string | undefined;
}

/** Cost estimate of a job; not fetched for users who cannot start it. */
export function useModelCosts(kind: CostlyJob, count: number) {
  const { flags, session } = useShell();
  const problem = useWriteProblem();
  const query = { kind, count };
  return useScopedQuery({
    key: ['language-model', 'costs', query],
    load: (api, signal) => api.call('GET /language-model/costs', { query, signal }),
    enabled: session.user !== null && count > 0 && flags.llmEnabled && problem === null,
    keepPrevious: true,
  });
}

/** Empty for users who cannot start the job. */
export function ModelCost({ kind, count, className }: ModelCostProps) {
  const { data } = useModelCosts(kind, count);
  return data?.is_configured ? <p className={className}>{describeCosts(kind, data)}</p> : null;
}
