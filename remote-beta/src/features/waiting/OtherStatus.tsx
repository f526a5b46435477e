/** What a page says to somebody whose status is not its own: what is true, and where that is dealt with. */
import type { BetaAccessStatus } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { BetaPanel } from '../panel/BetaPanel';

const DENIED = {
  icon: 'lock',
  tone: 'bad',
  title: 'Your request was not approved',
  text: 'A reviewer has answered your request.',
  to: '/beta-access/denied',
  label: 'What you can do',
} as const;

const WORDS = {
  pending: {
    icon: 'clock',
    tone: 'warn',
    title: 'Your request is being reviewed',
    text: 'No reviewer has answered it yet.',
    to: '/beta-access/pending',
    label: 'See the state of your request',
  },
  not_requested: {
    icon: 'info',
    tone: 'brand',
    title: 'You have not asked for access yet',
    text: 'There is no request of your account that waits for an answer.',
    to: '/beta-access/request',
    label: 'Request access',
  },
  denied: DENIED,
  revoked: { ...DENIED, title: 'Your access was revoked', text: 'A reviewer has taken your access back.' },
} as const;

export function OtherStatus({ status }: { status: Exclude<BetaAccessStatus, 'accepted'> }) {
  const { icon, tone, title, text, to, label } = WORDS[status];
  return (
    <BetaPanel icon={icon} tone={tone} title={title} announced actions={<Link to={to}>{label}</Link>}>
      <p>{text}</p>
    </BetaPanel>
  );
}
