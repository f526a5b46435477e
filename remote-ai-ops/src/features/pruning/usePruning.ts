/** The states of pruning: the form, what is proposed, what was archived, and the way back. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { useEffect, useRef, useState } from 'react';
import { restoreBlocks } from '../../api/blocks';
import { confirmPruning, proposePruning } from '../../api/pruning';
import { memories } from '../../model/block';
import { isAbort, reasonOf } from '../../model/failure';
import {
  archivedText,
  confirmText,
  formErrors,
  NONE_SELECTED,
  paramsOf,
  type PruningForm,
  type PruningProposal,
} from '../../model/pruning';
import { useForgetLists } from '../jobs/useRuns';

const SIGN_IN = 'Sign in to prune memory blocks.';

/** Proposals belong to the workspace they were made in: render it with the workspace as key. */
export function usePruning() {
  const { api, guardWrite, toasts } = useShell();
  const confirm = useConfirm();
  const forgetLists = useForgetLists();
  const [proposal, setProposal] = useState<PruningProposal | null>(null);
  const [archived, setArchived] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState('');
  const [busy, setBusy] = useState<'proposing' | 'archiving' | null>(null);
  const call = useRef<AbortController | null>(null);
  useEffect(() => () => call.current?.abort(), []);

  async function propose(form: PruningForm) {
    const params = paramsOf(form);
    if (busy || Object.keys(formErrors(params)).length > 0 || !guardWrite(SIGN_IN)) return;
    const own = new AbortController();
    call.current = own;
    setBusy('proposing');
    setError('');
    try {
      const found = await proposePruning(api, params, own.signal);
      setProposal(found);
      setArchived(new Set());
      setFailed(new Set());
    } catch (reason) {
      if (!isAbort(reason)) setError(`Failed to fetch pruning suggestions: ${reasonOf(reason)}`);
    } finally {
      setBusy(null);
    }
  }

  /** Brings blocks back; answers whether all of them came. */
  async function restore(ids: readonly string[]): Promise<boolean> {
    const lost = await restoreBlocks(api, ids);
    const stay = new Set(lost.map(({ id }) => id));
    setArchived((now) => new Set([...now].filter((id) => !ids.includes(id) || stay.has(id))));
    if (lost[0])
      toasts.show('error', `Failed to restore ${memories(lost.length)}: ${reasonOf(lost[0].error)}`);
    else toasts.show('success', `${memories(ids.length)} restored.`);
    await forgetLists();
    return lost.length === 0;
  }

  /** Archives without asking; answers whether all of them went. */
  async function archive(ids: readonly string[]): Promise<boolean> {
    if (busy || !guardWrite(SIGN_IN)) return false;
    setBusy('archiving');
    setError('');
    try {
      const outcome = await confirmPruning(api, ids);
      const refused = new Set(outcome.failed);
      const gone = ids.filter((id) => !refused.has(id));
      setArchived((now) => new Set([...now, ...gone]));
      setFailed(refused);
      const action = { label: 'Undo', run: () => void restore(gone) };
      if (gone.length > 0) toasts.show('success', archivedText(outcome.archived), { action });
      if (refused.size > 0) toasts.show('warning', `${memories(refused.size)} could not be archived.`);
      return refused.size === 0;
    } catch (reason) {
      setError(`Failed to confirm pruning: ${reasonOf(reason)}`);
      return false;
    } finally {
      setBusy(null);
      void forgetLists();
    }
  }

  /** The same after the specification's question. */
  async function askAndArchive(ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) {
      toasts.show('warning', NONE_SELECTED);
      return false;
    }
    const isSure = await confirm({
      title: 'Archive for pruning?',
      message: confirmText(ids.length),
      confirmLabel: `Archive ${memories(ids.length)}`,
    });
    return isSure && archive(ids);
  }

  return { proposal, archived, failed, error, busy, propose, archive, askAndArchive, restore };
}

export type Pruning = ReturnType<typeof usePruning>;
