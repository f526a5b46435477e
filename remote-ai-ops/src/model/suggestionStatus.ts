/** The states of a suggestion: word, colour and sign for each, and which of them one can filter by. */

export const STATUSES = [
  { value: 'pending', label: 'Pending', tone: 'note', icon: 'clock' },
  { value: 'validated', label: 'Validated', tone: 'good', icon: 'check' },
  { value: 'rejected', label: 'Rejected', tone: 'bad', icon: 'close' },
] as const;

export type Status = (typeof STATUSES)[number]['value'];

/** The status of that name, or null. */
export function readStatus(text: string | null): Status | null {
  return STATUSES.find(({ value }) => value === text)?.value ?? null;
}

/** How a status looks; one that is not known keeps its own word. */
export function statusLook(status: string) {
  return (
    STATUSES.find(({ value }) => value === status) ??
    ({ value: status, label: status || 'Unknown', tone: 'neutral', icon: 'info' } as const)
  );
}
