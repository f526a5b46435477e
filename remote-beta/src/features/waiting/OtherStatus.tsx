/** Shown when the user's status does not match the page. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { BetaPanel } from '../panel/BetaPanel';
import { statusTexts } from './texts';

const GIVEN = { icon: 'check', tone: 'good', to: '/dashboard' } as const;
const DENIED = { icon: 'lock', tone: 'bad', to: '/beta-access/denied' } as const;

const PANELS = {
  accepted: GIVEN,
  approved: GIVEN,
  pending: { icon: 'clock', tone: 'warn', to: '/beta-access/pending' },
  not_requested: { icon: 'info', tone: 'brand', to: '/beta-access/request' },
  denied: DENIED,
  revoked: DENIED,
} as const;

/** Panel with the user's actual status and a link to its page. @param status `approved` when granted while the user waited. */
export function OtherStatus({ status }: { status: BetaAccessStatus | 'approved' }) {
  const { icon, tone, to } = PANELS[status];
  const { title, text, link } = statusTexts[status];
  return (
    <BetaPanel icon={icon} tone={tone} title={title} announced actions={<Link to={to}>{link}</Link>}>
      <p>{text}</p>
    </BetaPanel>
  );
}
