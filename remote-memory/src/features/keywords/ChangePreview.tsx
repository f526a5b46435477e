/** Number of memories that a keyword change affects, shown before it is applied. */
import type { KeywordChange } from '@hindsight/shared-contracts/api';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useChangePreview } from '../../api/keywords';
import { PREVIEW_FAILED, impactText } from './texts';

/** Announced once loaded; empty while nothing is selected. */
export function ChangePreview({ changes }: { changes: readonly KeywordChange[] }) {
  const { data, error } = useChangePreview(changes);
  const text = error ? `${PREVIEW_FAILED} ${describeError(error)}` : data ? impactText(data) : 'Counting…';
  return <p role="status">{changes.length > 0 && text}</p>;
}
