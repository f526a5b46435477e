/** Dialog to name and save the list's current view, or to rename a saved one. */
import { useState } from 'react';
import type { SavedView } from '@hindsight/shared-contracts/api';
import { MAX_VIEW_NAME, writeProblem } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { DraftNote } from '@hindsight/shared-ui/core';
import { Checkbox, TextInput } from '@hindsight/shared-ui/form';
import { viewDraftKey } from '../../model/draftKeys';
import { EMPTY_NAME, REPLACES, REPLACES_SHARED, SHARE_HINT, shareLabel } from './texts';
import type { SavedViewWrites } from './useSavedViewWrites';

export interface SaveViewDialogProps {
  /** Current view of the list. */
  parameters: Record<string, string>;
  views: readonly SavedView[];
  /** The view opened last, whose name is suggested. */
  last: SavedView | undefined;
  /** The view to rename; absent to save the current view. */
  renamed?: SavedView | undefined;
  save: SavedViewWrites['save'];
  onClose(): void;
}

/** An existing name replaces that view. A failure keeps the dialog and its input. */
export function SaveViewDialog({ parameters, views, last, renamed, save, onClose }: SaveViewDialogProps) {
  const { session, scope, organizations } = useShell();
  const known = renamed ?? (last?.may_change ? last : undefined);
  const draft = useDraft(viewDraftKey(renamed?.id), {
    name: known?.name ?? '',
    isShared: known?.is_shared ?? false,
  });
  const { name, isShared } = draft.value;
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const text = name.trim();
  const isChanged = text !== (known?.name ?? '') || isShared !== (known?.is_shared ?? false);
  useUnsavedChanges(isChanged, 'the view you are saving', draft.reset);
  const same = views.find(
    ({ name: other, is_shared: shared }) => shared === isShared && other.toLowerCase() === text.toLowerCase(),
  );
  const replaced = renamed ? undefined : same;
  const cannotShare = writeProblem(session, scope);
  const workspace =
    scope.scope === 'public'
      ? 'everyone'
      : (organizations.find(({ id }) => id === scope.organizationId)?.name ?? 'the workspace');

  function close() {
    draft.reset();
    onClose();
  }

  async function submit() {
    setTried(true);
    if (text === '' || busy) return;
    setBusy(true);
    const input = { name: text, parameters: renamed?.parameters ?? parameters, is_shared: isShared };
    const failed = await save(input, (renamed ?? replaced)?.id);
    setBusy(false);
    if (failed === null) close();
    else setProblem(failed);
  }
  return (
    <FormDialog
      title={renamed ? 'Rename view' : 'Save view'}
      size="small"
      busy={busy}
      closeOnBackdrop={!isChanged}
      onClose={close}
      submitLabel={renamed ? 'Rename' : replaced ? 'Replace view' : 'Save view'}
      onSubmit={submit}
    >
      <DraftNote draft={draft} />
      <TextInput
        label="Name"
        value={name}
        onChange={(next) => {
          draft.set((now) => ({ ...now, name: next }));
          setProblem(null);
        }}
        error={tried && text === '' ? EMPTY_NAME : problem}
        hint={replaced && (isShared ? REPLACES_SHARED : REPLACES)}
        maxLength={MAX_VIEW_NAME}
        required
        autoFocus
      />
      {scope.scope !== 'personal' && !renamed && (
        <Checkbox
          label={shareLabel(workspace)}
          value={isShared}
          onChange={(next) => draft.set((now) => ({ ...now, isShared: next }))}
          disabled={cannotShare !== null}
          hint={cannotShare ?? SHARE_HINT}
        />
      )}
    </FormDialog>
  );
}
