/** Edit of one memory: draft, saving, and the outcome of the last save. */
import { useState } from 'react';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { saveMemory, type KeywordFailure } from '../../api/memory';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext } from '../../api/memoryWrites';
import { memoryDraftKey } from '../../model/draftKeys';
import { toDraft, isDirty, findProblems, type EditDraft } from '../../model/editDraft';
import type { Memory } from '../../model/memory';
import { rebaseDraft, type Rebased } from '../../model/rebaseDraft';
import { useSecretWarning } from '../secrets/useSecretWarning';
import { useFailureToast } from '../blockActions/useFailureToast';
import { DRAFT, keywordsNotSaved, SAVED, saveFailed, SIGN_IN_TO_EDIT } from './texts';

/** Error of the last save; the form keeps all input. */
interface SaveError {
  /** Why nothing was saved; empty when only these keywords failed. */
  reason: string;
  keywords: KeywordFailure[];
}

/** Stored draft together with its original texts, so a restored draft does not revert changes by others. */
interface KeptEdit {
  base: EditDraft;
  draft: EditDraft;
  /** Set after a concurrent change, which is merged into every field the person did not edit. */
  conflict: Rebased | null;
}

const beginEdit = (memory: Memory): KeptEdit => ({
  base: toDraft(memory),
  draft: toDraft(memory),
  conflict: null,
});

function restoreEdit(before: KeptEdit, memory: Memory): KeptEdit {
  const base = toDraft(memory);
  if (!isDirty(before.base, base)) return before;
  const rebased = rebaseDraft(before.base, before.draft, base);
  return { base, draft: rebased.draft, conflict: rebased };
}

export type Edit = ReturnType<typeof useEdit>;

/** @param memory starting point of the edit; a newer version loaded later does not affect the form. */
export function useEdit(memory: Memory) {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const notifyFailure = useFailureToast();
  const maySave = useSecretWarning();
  const [base, setBase] = useState(memory);
  const kept = useDraft(memoryDraftKey(memory.id), beginEdit(memory), (before) =>
    restoreEdit(before, memory),
  );
  const { draft, conflict } = kept.value;
  const [saving, setSaving] = useState(false);
  const [saveError, setSaveError] = useState<SaveError | null>(null);
  const baseDraft = toDraft(base);
  const dirty = isDirty(baseDraft, draft);
  const problems = findProblems(baseDraft, draft);
  useUnsavedChanges(dirty || saving, DRAFT, kept.reset);

  function continueFrom(newer: Memory, next: Partial<KeptEdit> = {}): void {
    setBase(newer);
    const begun = beginEdit(newer);
    kept.reset(begun);
    kept.set({ ...begun, ...next });
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
    void cacheFor(context.scope).reload();
    switch (result.kind) {
      case 'saved':
        continueFrom(result.memory);
        toasts.show('success', SAVED);
        return true;
      case 'conflict': {
        const rebased = rebaseDraft(baseDraft, draft, toDraft(result.theirs));
        continueFrom(result.theirs, { draft: rebased.draft, conflict: rebased });
        setSaveError(null);
        return false;
      }
      case 'failed':
        setSaveError({ reason: describeError(result.error), keywords: [] });
        notifyFailure(result.error, saveFailed(describeError(result.error)));
        return false;
      case 'partial':
        continueFrom(result.memory, {
          draft: { ...toDraft(result.memory), keywords: draft.keywords },
          conflict,
        });
        setSaveError({ reason: '', keywords: result.keywords });
        toasts.show('error', saveFailed(keywordsNotSaved(result.keywords.length)));
        return false;
    }
  }

  return {
    draft,
    change: (change: Partial<EditDraft>) =>
      kept.set((now) => ({ ...now, draft: { ...now.draft, ...change } })),
    /** Draft stored in this tab. */
    kept,
    /** Validation errors by field; they prevent saving. */
    problems,
    dirty,
    saving,
    saveError,
    conflict,
    /** Resolves with whether everything was saved. */
    save,
  };
}
