/** The states of pruning: what is proposed, what was archived or kept, and undo. */
import { isAbort } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { lostQuestionsText, useConfirm } from '@hindsight/shared-ui/data';
import { useEffect, useRef, useState } from 'react';
import { restoreBlocks } from '../../api/blocks';
import { confirmPruning, proposePruning } from '../../api/pruning';
import { decideItems } from '../../api/review';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { byScore, formErrors, toParams, type PruningForm, type PruningProposal } from '../../model/pruning';
import { useWriteProblem } from '../review/useWriteProblem';
import { pruningTexts as texts } from './texts';

/** Proposals belong to the workspace they were made in: render it with the workspace as key. */
export function usePruning() {
  const { api, guardWrite, toasts } = useShell();
  const problem = useWriteProblem();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const [proposal, setProposal] = useState<PruningProposal | null>(null);
  const [archived, setArchived] = useState<ReadonlySet<string>>(new Set());
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [error, setError] = useState('');
  const [busy, setBusy] = useState<'proposing' | 'archiving' | 'keeping' | null>(null);
  const call = useRef<AbortController | null>(null);
  useEffect(() => () => call.current?.abort(), []);

  async function propose(form: PruningForm) {
    const params = toParams(form);
    if (busy || Object.keys(formErrors(params)).length > 0 || !guardWrite(texts.signIn)) return;
    const own = new AbortController();
    call.current = own;
    setBusy('proposing');
    setError('');
    try {
      const found = await proposePruning(api, params, own.signal);
      setProposal({ ...found, suggestions: byScore(found.suggestions) });
      setArchived(new Set());
      setKept(new Set());
      setFailed(new Map());
    } catch (reason) {
      if (!isAbort(reason)) setError(texts.proposeFailed(describeError(reason)));
    } finally {
      setBusy(null);
    }
  }

  /** Restores memories. @returns whether all of them were restored. */
  async function restore(ids: readonly string[]): Promise<boolean> {
    const failures = await restoreBlocks(api, ids);
    const failedIds = new Set(failures.map(({ id }) => id));
    setArchived((now) => new Set([...now].filter((id) => !ids.includes(id) || failedIds.has(id))));
    if (failures[0])
      toasts.show('error', texts.restoreFailed(failures.length, describeError(failures[0].error)));
    else toasts.show('success', texts.restored(ids.length));
    await invalidateLists();
    return failures.length === 0;
  }

  /** Archives without confirmation. @returns whether all of them were archived. */
  async function archive(ids: readonly string[]): Promise<boolean> {
    if (busy || !guardWrite(texts.signIn)) return false;
    setBusy('archiving');
    setError('');
    try {
      const refused = new Map((await confirmPruning(api, ids)).map(({ id, reason }) => [id, reason]));
      const gone = ids.filter((id) => !refused.has(id));
      setArchived((now) => new Set([...now, ...gone]));
      setFailed(refused);
      const action = { label: 'Undo', run: () => void restore(gone) };
      if (gone.length > 0) toasts.show('success', texts.archived(gone.length), { action });
      if (refused.size > 0) toasts.show('warning', texts.someNotArchived(refused.size));
      return refused.size === 0;
    } catch (reason) {
      setError(texts.confirmFailed(describeError(reason)));
      return false;
    } finally {
      setBusy(null);
      void invalidateLists();
    }
  }

  /**
   * Decides that a memory stays, or takes that back: it is proposed again only after it changes. For those who may not decide, it is
   * passed over. @returns whether it was done.
   */
  async function keep(id: string, verdict: 'reject' | 'reopen' = 'reject'): Promise<boolean> {
    const item = proposal?.suggestions.find((one) => one.memory_block_id === id)?.review_item_id;
    if (!item) return true;
    if (busy || !guardWrite(texts.signIn)) return false;
    setBusy('keeping');
    try {
      const [result] = await decideItems(api, verdict, [{ kind: 'pruning', id: item }]);
      if (!result?.success) throw new Error(result?.error);
      setKept((now) => new Set([...now].filter((one) => one !== id).concat(verdict === 'reject' ? id : [])));
      return true;
    } catch (reason) {
      toasts.show('error', texts.keepFailed(describeError(reason)));
      return false;
    } finally {
      setBusy(null);
      void invalidateLists();
    }
  }

  /** Archives after the specification's question. */
  async function confirmAndArchive(ids: readonly string[]): Promise<boolean> {
    if (problem) {
      toasts.show('warning', problem);
      return false;
    }
    if (ids.length === 0) {
      toasts.show('warning', texts.noneSelected);
      return false;
    }
    const lost = await lostQuestionsText(api, { archived_ids: [...ids] });
    const isSure = await confirm({
      title: texts.question,
      message: (
        <>
          <p>{texts.questionDetail(ids.length)}</p>
          {lost !== null && <p>{lost}</p>}
        </>
      ),
      confirmLabel: texts.confirm(ids.length),
    });
    return isSure && archive(ids);
  }

  return {
    proposal,
    archived,
    kept,
    failed,
    error,
    busy,
    problem,
    propose,
    archive,
    keep,
    confirmAndArchive,
    restore,
  };
}

export type Pruning = ReturnType<typeof usePruning>;
