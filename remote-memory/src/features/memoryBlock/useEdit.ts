/** The edit of one memory: its draft, saving it, and the outcome of the last save. */
import { useState } from 'react';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { saveMemory, type KeywordFailure } from '../../api/memory';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext } from '../../api/memoryWrites';
import { draftOf, isDirty, problemsOf, type EditDraft } from '../../model/editDraft';
import type { Memory } from '../../model/memory';
import { rebaseDraft, type Rebased } from '../../model/rebaseDraft';
import { useSecretWarning } from '../secrets/useSecretWarning';
import { useFailureToast } from '../blockActions/useFailureToast';
import { DRAFT, keywordsNotSaved, SAVED, saveFailed, SIGN_IN_TO_EDIT } from './texts';

/** What the last save could not do; the form keeps all of it. */
interface SaveError {
  /** Why nothing was saved; empty when everything but these keywords was. */
  reason: string;
  keywords: KeywordFailure[];
}

export type Edit = ReturnType<typeof useEdit>;

/** @param memory what the edit starts from; a newer one that is loaded meanwhile changes nothing in the form. */
export function useEdit(memory: Memory) {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const cacheOf = useMemoryCache();
  const notifyFailure = useFailureToast();
  const maySave = useSecretWarning();
  const [base, setBase] = useState(memory);
  const [draft, setDraft] = useState(() => draftOf(memory));
  const [saving, setSaving] = useState(false);
  const [saveError, setSaveError] = useState<SaveError | null>(null);
  const [conflict, setConflict] = useState<Rebased | null>(null);
  const baseDraft = draftOf(base);
  const dirty = isDirty(baseDraft, draft);
  const problems = problemsOf(baseDraft, draft);
  useUnsavedChanges(dirty || saving, DRAFT);

  /** Continues the edit from a newer memory. */
  function continueFrom(newer: Memory, next: EditDraft): void {
    setBase(newer);
    setDraft(next);
  }

  async function save(): Promise<boolean> {
    if (!guardWrite(SIGN_IN_TO_EDIT) || saving) return false;
    const [problem] = Object.values(problems);
    if (problem !== undefined) {
      toasts.show('error', problem);
      return false;
    }
    setSaving(true);
    const changed = {
      ...(draft.lesson !== baseDraft.lesson && { lessons_learned: draft.lesson }),
      ...(draft.errors !== baseDraft.errors && { errors: draft.errors }),
    };
    if (!(await maySave(changed))) {
      setSaving(false);
      return false;
    }
    const result = await saveMemory(context, base, draft);
    setSaving(false);
    void cacheOf(context.scope).reload();
    switch (result.kind) {
      case 'saved':
        continueFrom(result.memory, draftOf(result.memory));
        toasts.show('success', SAVED);
        return true;
      case 'conflict': {
        const rebased = rebaseDraft(baseDraft, draft, draftOf(result.theirs));
        continueFrom(result.theirs, rebased.draft);
        setSaveError(null);
        setConflict(rebased);
        return false;
      }
      case 'failed':
        setSaveError({ reason: reasonOf(result.error), keywords: [] });
        notifyFailure(result.error, saveFailed(reasonOf(result.error)));
        return false;
      case 'partial':
        continueFrom(result.memory, { ...draftOf(result.memory), keywords: draft.keywords });
        setSaveError({ reason: '', keywords: result.keywords });
        toasts.show('error', saveFailed(keywordsNotSaved(result.keywords.length)));
        return false;
    }
  }

  return {
    draft,
    change: (change: Partial<EditDraft>) => setDraft((current) => ({ ...current, ...change })),
    /** Problems that prevent saving, by field. */
    problems,
    dirty,
    saving,
    saveError,
    /** The memory changed meanwhile: its changes are in the draft wherever the person made none. */
    conflict,
    /** Answers whether everything was saved. */
    save,
  };
}
