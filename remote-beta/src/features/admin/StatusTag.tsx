/** A status of the beta programme with its colour and its word. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { Tag, type Tone } from '@hindsight/shared-ui/core';
import { STATUS_LABELS } from '../../model/betaStatus';

const TONES: Record<BetaAccessStatus, Tone> = {
  not_requested: 'neutral',
  pending: 'warn',
  accepted: 'good',
  denied: 'bad',
  revoked: 'bad',
};

export function StatusTag({ status }: { status: BetaAccessStatus }) {
  return <Tag tone={TONES[status]}>{STATUS_LABELS[status]}</Tag>;
}
