/** A line above rows whose last refresh failed. */
import { Button } from '../actions/Button';
import { Alert } from './Alert';

interface StaleNoticeProps {
  onRetry(): void;
  retrying: boolean;
  /** What could not be refreshed; defaults to rows. */
  text?: string;
}

/** The rows stay visible; the line warns that they may be stale. */
export function StaleNotice({ onRetry, retrying, text }: StaleNoticeProps) {
  return (
    <Alert
      tone="warn"
      action={
        <Button size="small" onClick={onRetry} loading={retrying}>
          Try Again
        </Button>
      }
    >
      {text ?? 'Couldn’t refresh these rows. They may be out of date.'}
    </Alert>
  );
}
