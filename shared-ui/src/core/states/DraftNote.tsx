/** Note above a form whose content was restored from a draft. */
import { Button } from '../actions/Button';
import { Alert } from './Alert';

interface DraftNoteProps {
  /** Result of `useDraft`. */
  draft: { isRestored: boolean; reset(): void };
}

/** Renders nothing unless the draft was restored. */
export function DraftNote({ draft }: DraftNoteProps) {
  if (!draft.isRestored) return null;
  return (
    <Alert
      tone="info"
      action={
        <Button size="small" onClick={() => draft.reset()}>
          Discard
        </Button>
      }
    >
      Restored your unsaved changes.
    </Alert>
  );
}
