/** Says above a form that it holds what was typed before a reload. */
import { Button } from '../actions/Button';
import { Alert } from './Alert';

interface DraftNoteProps {
  /** Of `useDraft`. */
  draft: { isRestored: boolean; reset(): void };
}

/** Nothing while the draft began with this form. */
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
