/** The edit of one memory block: its draft, saving it as one operation, and what became of each part. */
import { useState } from 'react';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { useMemoryChanges, useWriteContext } from '../../api/blockWrites';
import { saveBlock, type KeywordFailure } from '../../api/saveBlock';
import {
  changesOf,
  draftOf,
  FIELD_LABELS,
  isDirty,
  problemsOf,
  type EditDraft,
  type TextField,
} from '../../model/editDraft';
import type { MemoryDetail } from '../../model/memoryDetail';
import { mergeDrafts, type Merged } from '../../model/mergeDrafts';
import { reasonOf } from '../../model/reasons';
import { SIGN_IN_TO } from '../blockActions/texts';
import { useFailureToast } from '../blockActions/useFailureToast';
import { DRAFT, SAVED, saveFailed } from './texts';

/** What the last save could not do; the form keeps all of it. */
export interface SaveTrouble {
  /** Why nothing was saved; empty when a part was. */
  reason: string;
  /** Fields that the service accepted and did not keep. */
  fields: TextField[];
  keywords: KeywordFailure[];
}

export interface Edit {
  draft: EditDraft;
  change(change: Partial<EditDraft>): void;
  problems: Partial<Record<TextField, string>>;
  dirty: boolean;
  saving: boolean;
  trouble: SaveTrouble | null;
  /** Somebody else saved meanwhile: their changes are in the form where one's own are not. */
  merged: Merged | null;
  /** True when everything was saved. */
  save(): Promise<boolean>;
}

/** @param block what the edit starts from; a newer one that is loaded meanwhile changes nothing in the form. */
export function useEdit(block: MemoryDetail): Edit {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const changesIn = useMemoryChanges();
  const fail = useFailureToast();
  const [base, setBase] = useState(block);
  const [draft, setDraft] = useState(() => draftOf(block));
  const [saving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<SaveTrouble | null>(null);
  const [merged, setMerged] = useState<Merged | null>(null);
  const baseDraft = draftOf(base);
  const dirty = isDirty(baseDraft, draft);
  const problems = problemsOf(baseDraft, draft);
  useUnsavedChanges(dirty || saving, DRAFT);

  function meetNewer(theirs: MemoryDetail): void {
    const next = mergeDrafts(baseDraft, draft, draftOf(theirs));
    setBase(theirs);
    setDraft(next.draft);
    setMerged(next);
  }

  async function save(): Promise<boolean> {
    if (!guardWrite(SIGN_IN_TO.edit) || saving) return false;
    const [problem] = Object.values(problems);
    if (problem !== undefined) {
      toasts.show('error', problem);
      return false;
    }
    setSaving(true);
    const result = await saveBlock(context, base, changesOf(baseDraft, draft));
    setSaving(false);
    void changesIn(context.scope).reload();
    switch (result.kind) {
      case 'saved':
        setBase(result.block);
        setDraft(draftOf(result.block));
        toasts.show('success', SAVED);
        return true;
      case 'conflict':
        setTrouble(null);
        meetNewer(result.theirs);
        return false;
      case 'failed':
        setTrouble({ reason: reasonOf(result.error), fields: [], keywords: [] });
        fail(result.error, saveFailed(reasonOf(result.error)));
        return false;
      case 'partly': {
        const { block: now, fields, keywords } = result;
        // What was saved is no change any more; what was not stays one.
        const rest = Object.fromEntries(fields.map((field) => [field, draft[field]]));
        setBase(now);
        setDraft({ ...draftOf(now), keywords: draft.keywords, ...rest });
        setTrouble({ reason: '', fields, keywords });
        const parts = [...fields.map((field) => FIELD_LABELS[field].toLowerCase())];
        if (keywords.length > 0) parts.push(`${keywords.length} of the keywords`);
        toasts.show('error', saveFailed(`${parts.join(' and ')} could not be saved`));
        return false;
      }
    }
  }

  return {
    draft,
    change: (change) => setDraft((current) => ({ ...current, ...change })),
    problems,
    dirty,
    saving,
    trouble,
    merged,
    save,
  };
}
