/** Imports memories: reads a file, compares it with the workspace (dry run), stores the selection, and can undo it. */
import { useEffect, useRef, useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { randomUuid, reasonOf } from '@hindsight/shared-contracts/rules';
import { readMatching } from '../../api/allMatching';
import { importKeywords } from '../../api/importKeywords';
import { importMemory } from '../../api/importMemory';
import { deleteKeyword } from '../../api/keywords';
import { useMemoryCache } from '../../api/memoryCache';
import { deleteMemory, isFatal, useWriteContext } from '../../api/memoryWrites';
import { retryOnRateLimit } from '../../api/retryOnRateLimit';
import { runBatch, type BatchOutcome, type BatchProgress } from '../../model/batch';
import { blocksText, keywordsText } from '../../model/countTexts';
import { titleOf } from '../../model/cardText';
import { duplicateFinder, type Match } from '../../model/duplicates';
import { readImport, type ImportItem, type Reading } from '../../model/importRead';
import { NO_FILTERS } from '../../model/memoryFilters';

/** The outcome of the dry run: nothing is stored yet. */
export interface Plan {
  reading: Reading;
  /** The duplicate of each item, or null. */
  matches: readonly (Match | null)[];
}

export type ImportState =
  | { phase: 'choosing' }
  | { phase: 'comparing'; read: number; total: number | null }
  | { phase: 'planned'; plan: Plan }
  | { phase: 'importing'; progress: BatchProgress; plan: Plan }
  | { phase: 'ended'; outcome: BatchOutcome<ImportItem>; plan: Plan }
  | { phase: 'failed'; reason: string };

export interface Import {
  state: ImportState;
  /** The dry run. */
  read(text: string, name: string): Promise<void>;
  /** Stores items. @param agentOf the agent of each. */
  store(items: readonly ImportItem[], agentOf: (item: ImportItem) => string): Promise<void>;
  cancel(): void;
  /** Back to the file. */
  reset(): void;
}

const keywordsNotLinked = (count: number) => `${keywordsText(count)} from the file could not be linked`;

function notUndone(blocks: number, keywords: number): string {
  const parts = [
    ...(blocks > 0 ? [blocksText(blocks)] : []),
    ...(keywords > 0 ? [keywordsText(keywords)] : []),
  ];
  return `${parts.join(' and ')} of the import could not be undone`;
}

/** What is compared: what was learned, or the content when nothing was. */
const essence = ({ lesson, content }: { lesson: string; content: string }) => lesson.trim() || content;

export function useImport(onDone: () => void): Import {
  const { toasts } = useShell();
  const context = useWriteContext();
  const cacheOf = useMemoryCache();
  const [state, setState] = useState<ImportState>({ phase: 'choosing' });
  const running = useRef<AbortController | null>(null);
  const conversation = useRef('');
  const where = scopeKey(context.scope);
  useUnsavedChanges(state.phase === 'importing', 'the import that is running');
  // Leaving the page or the workspace stops it; both ask first.
  useEffect(() => () => running.current?.abort(), [where]);

  function start(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }

  async function undo(ids: readonly string[], keywords: readonly string[]): Promise<void> {
    const { signal } = new AbortController();
    const run = { signal, isFatal, onProgress: () => undefined };
    const blocks = await runBatch(
      ids,
      (id) => retryOnRateLimit(() => deleteMemory(context, id), signal),
      run,
    );
    // After the memories: a keyword that is in use stays.
    const words = await runBatch(
      keywords,
      (id) => retryOnRateLimit(() => deleteKeyword(context, id), signal),
      run,
    );
    void cacheOf(context.scope).reload();
    const rest = blocks.failed.length + blocks.left.length;
    const restWords = words.failed.length + words.left.length;
    if (rest + restWords === 0) toasts.show('success', 'The import was undone');
    else toasts.show('error', notUndone(rest, restWords));
  }

  return {
    state,
    cancel: () => running.current?.abort(),
    reset: () => setState({ phase: 'choosing' }),

    async read(text, name) {
      const signal = start();
      conversation.current = randomUuid();
      const reading = readImport(text, name);
      const finder = duplicateFinder(reading.items.map(essence));
      setState({ phase: 'comparing', read: 0, total: null });
      try {
        if (reading.items.length > 0) {
          for await (const { rows, progress } of readMatching(context, NO_FILTERS, signal)) {
            for (const row of rows) finder.learn({ id: row.id, title: titleOf(row) }, essence(row));
            setState({ phase: 'comparing', ...progress });
          }
        }
        finder.learnFile();
        setState({ phase: 'planned', plan: { reading, matches: finder.matches() } });
      } catch (error) {
        setState(signal.aborted ? { phase: 'choosing' } : { phase: 'failed', reason: reasonOf(error) });
      }
    },

    async store(items, agentOf) {
      const plan = state.phase === 'planned' || state.phase === 'ended' ? state.plan : null;
      if (!plan) return;
      const signal = start();
      const made: string[] = [];
      const keywords = importKeywords(context, signal);
      let unlinked = 0;
      const showProgress = (progress: BatchProgress) => setState({ phase: 'importing', progress, plan });
      showProgress({ done: 0, failed: 0, total: items.length });
      const store = async (item: ImportItem) => {
        // A file that names no conversation becomes one of its own.
        const number = plan.reading.items.indexOf(item);
        const agentId = agentOf(item);
        const target = {
          agentId,
          conversationId: item.conversationId || conversation.current,
          idempotencyKey: `${conversation.current}.${number}.${agentId}`,
        };
        const id = await retryOnRateLimit(() => importMemory(context, item, target), signal);
        made.push(id);
        unlinked += await keywords.link(id, item.keywords);
      };
      const outcome = await runBatch(items, store, { signal, isFatal, onProgress: showProgress });
      void cacheOf(context.scope).reload();
      if (made.length > 0) {
        const action = { label: 'Undo', run: () => void undo(made, keywords.created) };
        toasts.show('success', `${blocksText(made.length)} imported`, { action });
      }
      if (unlinked > 0) toasts.show('warning', keywordsNotLinked(unlinked));
      if (outcome.failed.length + outcome.left.length === 0) onDone();
      else setState({ phase: 'ended', outcome, plan });
    },
  };
}
