/** Statuses of a suggestion, with label, color and icon. */
import type { ConsolidationStatus } from '@hindsight/shared-contracts/api';

const DISPLAY = {
  pending: { label: 'Pending', tone: 'note', icon: 'clock' },
  validated: { label: 'Validated', tone: 'good', icon: 'check' },
  rejected: { label: 'Rejected', tone: 'bad', icon: 'close' },
} as const satisfies Record<ConsolidationStatus, object>;

/** In the order of the filter. */
export const STATUSES = [
  'pending',
  'validated',
  'rejected',
] as const satisfies readonly ConsolidationStatus[];

/** Label, color and icon of a status. */
export const statusDisplay = (status: ConsolidationStatus) => DISPLAY[status];
