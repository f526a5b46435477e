/** A line above rows that are shown although their last refresh failed. */
import { Button } from '../actions/Button';
import { Alert } from './Alert';

interface StaleNoticeProps {
  onRetry(): void;
  retrying: boolean;
  /** What could not be refreshed, when it is not rows. */
  text?: string;
}

/** The rows stay; the line states that they may be out of date. */
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
