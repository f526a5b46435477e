/** The optimization center as a view of the proposals: stores new findings of an analysis once, and shows pending ones. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { listRows, mayCreateIn, mayWrite } from '../../platform/auth/rules/permissions';
import type { Person } from '../../platform/auth/rules/principal';
import type { Handle } from '../../platform/database/database';
import type { Call } from '../../platform/http/route';
import { StepProblem } from '../../platform/jobs/steps';
import { storeProposals } from '../proposals';
import { suggestMerge } from './consolidationSteps';
import { COMPACTION_REASONS, findImprovements, toSuggestions } from './optimization';
import type { Findings, SuggestionFilter } from './optimization';
import { loadOwners, loadPendingProposals } from './queries/optimization';
import { rulesRewriter } from './rewriter';
import type { Rewriter } from './rewriter';

type AnyCall = Pick<
  Call<'GET /memory-optimization/suggestions'>,
  'database' | 'operations' | 'principal' | 'scope' | 'signal'
>;

/** Stores proposals about single memories, limited to those that the person may change. */
async function storeEach(handle: Handle, person: Person, rewriter: Rewriter, findings: Findings) {
  const { compaction, keywords, archive } = findings;
  const found = {
    compaction: compaction.blocks.map(({ id }) => ({ id, reason: COMPACTION_REASONS[rewriter.generatedBy] })),
    keywords,
    pruning: archive.map(({ id, worth }) => ({ id, reason: worth.rationale })),
  };
  const ids = [...new Set(Object.values(found).flatMap((rows) => rows.map(({ id }) => id)))];
  const owners = await loadOwners(handle, ids);
  const own = new Set(owners.filter((row) => mayWrite(person, row)).map(({ id }) => id));
  for (const kind of ['compaction', 'keywords', 'pruning'] as const) {
    const proposed = found[kind].map((row: { id: string; reason?: string; keywords?: string[] }) => ({
      memoryBlockId: row.id,
      reason: row.reason ?? '',
      keywords: row.keywords ?? [],
      generatedBy: kind === 'compaction' ? rewriter.generatedBy : ('deterministic' as const),
    }));
    const writable = proposed.filter(({ memoryBlockId }) => own.has(memoryBlockId));
    await storeProposals(handle, kind, writable);
  }
}

/**
 * Suggestions for the active scope under a filter. Findings of a person who may decide are stored, so that they are pending on every page;
 * merges by rules, which cost nothing and lose nothing. A reader sees new findings next to pending ones.
 */
export async function openSuggestions(call: AnyCall, filter: SuggestionFilter) {
  const { database, operations, principal, scope, signal } = call;
  const { rewriter } = operations;
  const within = { rows: listRows(principal, scope()), ...filter };
  const findings = await findImprovements(database, principal, within, rewriter, signal);
  if (principal.kind === 'person' && mayCreateIn(principal, scope(), 'data').allowed) {
    await database.write(principal, (handle) => storeEach(handle, principal, rewriter, findings));
    for (const { ids } of findings.merges) {
      try {
        await database.write(
          principal,
          await suggestMerge(database, rulesRewriter, ids, { principal, signal }),
        );
      } catch (error) {
        // Another request proposed it, or a memory has changed.
        if (!(error instanceof StepProblem)) throw error;
      }
    }
  }
  const waiting = await database.read(principal, (handle) => loadPendingProposals(handle, within));
  const suggestions: OptimizationSuggestion[] = toSuggestions(findings, waiting, filter, rewriter);
  return { suggestions, analyzed: findings.analyzed };
}
