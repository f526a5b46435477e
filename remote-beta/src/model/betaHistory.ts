/** What was decided about a person, out of the audit trail. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';
import { STATUS_LABELS, STATUSES } from './betaStatus';

export interface HistoryRow {
  id: string;
  /** ISO time; empty when unknown. */
  at: string;
  /** What happened, in words. */
  what: string;
  /** Who did it; empty when the trail does not say it in words. */
  by: string;
}

const label = (value: unknown): string => {
  const status = STATUSES.find((one) => one === value);
  return status ? STATUS_LABELS[status] : firstText(value) || 'unknown';
};

function readEntry(value: unknown): HistoryRow & { target: string } {
  const row = fields(value);
  const metadata = fields(row['metadata']);
  const decision = metadata['decision'];
  const byLink = metadata['via_token'] === true;
  const what =
    row['action_type'] === 'beta_access_request'
      ? 'Asked for access'
      : metadata['new_status'] !== undefined
        ? `${label(metadata['previous_status'])} → ${label(metadata['new_status'])}`
        : `Request ${label(decision).toLowerCase()}`;
  return {
    id: firstText(row['id']),
    at: firstText(row['created_at']),
    what,
    by: byLink ? 'by the link of a mail' : firstText(metadata['reviewer_email']),
    target: firstText(row['target_id']),
  };
}

/** Entries about the person or the latest request, each once, newest first, whatever else the service sent. */
export function readHistory(answers: readonly unknown[], targets: readonly string[]): HistoryRow[] {
  const entries = answers.flatMap((answer) => listIn(answer)).map(readEntry);
  const first = (entry: { id: string }, index: number) =>
    entry.id === '' || entries.findIndex(({ id }) => id === entry.id) === index;
  return entries
    .filter(first)
    .filter(({ target }) => targets.includes(target))
    .map(({ id, at, what, by }) => ({ id, at, what, by }))
    .sort((a, b) => b.at.localeCompare(a.at));
}
