/** State of pruning: proposals, archived memories and undo. */
import { isAbort } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { lostQuestionsText, useConfirm } from '@hindsight/shared-ui/data';
import { useEffect, useRef, useState } from 'react';
import { restoreBlocks } from '../../api/blocks';
import { confirmPruning, proposePruning } from '../../api/pruning';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { byScore, formErrors, toParams, type PruningForm, type PruningProposal } from '../../model/pruning';
import { useWriteProblem } from '../review/useWriteProblem';
import { pruningTexts as texts } from './texts';

/** Key the component by workspace, because proposals belong to one. */
export function usePruning() {
  const { api, guardWrite, toasts } = useShell();
  const problem = useWriteProblem();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const [proposal, setProposal] = useState<PruningProposal | null>(null);
  const [archived, setArchived] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [error, setError] = useState('');
  const [busy, setBusy] = useState<'proposing' | 'archiving' | null>(null);
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
      setFailed(new Map());
    } catch (reason) {
      if (!isAbort(reason)) setError(texts.proposeFailed(describeError(reason)));
    } finally {
      setBusy(null);
    }
  }

  async function restore(ids: readonly string[]): Promise<void> {
    const failures = await restoreBlocks(api, ids);
    const failedIds = new Set(failures.map(({ id }) => id));
    setArchived((now) => new Set([...now].filter((id) => !ids.includes(id) || failedIds.has(id))));
    if (failures[0])
      toasts.show('error', texts.restoreFailed(failures.length, describeError(failures[0].error)));
    else toasts.show('success', texts.restored(ids.length));
    await invalidateLists();
  }

  async function archive(ids: readonly string[]): Promise<void> {
    if (busy || !guardWrite(texts.signIn)) return;
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
    } catch (reason) {
      setError(texts.confirmFailed(describeError(reason)));
    } finally {
      setBusy(null);
      void invalidateLists();
    }
  }

  /** Archives after the confirmation of the specification. */
  async function confirmAndArchive(ids: readonly string[]): Promise<void> {
    if (problem || ids.length === 0) {
      toasts.show('warning', problem ?? texts.noneSelected);
      return;
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
    if (isSure) await archive(ids);
  }

  return { proposal, archived, failed, error, busy, problem, propose, confirmAndArchive };
}
