/** What work with a language model will cost, beside the button that starts it. Nothing where rules do it. */
import type { CostlyJob, LanguageModelCosts } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useWriteProblem } from '../review/useWriteProblem';

/** `1 call`, `2 calls`. */
const calls = (count: number): string => (count === 1 ? '1 call' : `${formatNumber(count)} calls`);

/** The estimate, then what has been used, and the limit. */
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
  /** Memories of the job; of a consolidation groups. */
  count: number;
  className: string | undefined;
}

/** What a job will cost; nothing is asked for those who may not start work. */
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

/** Empty for those who may not start work. */
export function ModelCost({ kind, count, className }: ModelCostProps) {
  const { data } = useModelCosts(kind, count);
  return data?.is_configured ? <p className={className}>{describeCosts(kind, data)}</p> : null;
}
