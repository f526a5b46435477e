/** A status of the beta program as a colored tag. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { Tag, type Tone } from '@hindsight/shared-ui/core';
import { STATUS_LABELS } from './texts';

const TONES: Record<BetaAccessStatus, Tone> = {
  not_requested: 'neutral',
  pending: 'warn',
  accepted: 'good',
  denied: 'bad',
  revoked: 'bad',
};

/** The label of the status in its tone. */
export function StatusTag({ status }: { status: BetaAccessStatus }) {
  return <Tag tone={TONES[status]}>{STATUS_LABELS[status]}</Tag>;
}
