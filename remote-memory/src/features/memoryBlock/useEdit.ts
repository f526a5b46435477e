/** The edit of one memory: its draft, saving it, and the outcome of the last save. */
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

/** What the last save could not do; the form keeps all of it. */
interface SaveError {
  /** Why nothing was saved; empty when everything but these keywords was. */
  reason: string;
  keywords: KeywordFailure[];
}

/** What is kept of an edit: with the texts that it started from, so that a restored draft takes nothing back that others changed. */
interface KeptEdit {
  base: EditDraft;
  draft: EditDraft;
  /** The memory changed meanwhile: its changes are in the draft wherever the person made none. */
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

/** @param memory what the edit starts from; a newer one that is loaded meanwhile changes nothing in the form. */
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
    /** What this tab keeps of the draft. */
    kept,
    /** Problems that prevent saving, by field. */
    problems,
    dirty,
    saving,
    saveError,
    conflict,
    /** Answers whether everything was saved. */
    save,
  };
}
