/** The page `/beta-access/denied`: the request was not approved, or access was taken back. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Link } from '@hindsight/shared-contracts/router';
import { BetaPanel } from '../panel/BetaPanel';
import { OtherStatus } from './OtherStatus';
import { RequestDate } from './RequestDate';

/** Says what happened and what one can still do. */
export function DeniedPage() {
  const { session } = useShell();
  const status = session.user?.beta_access_status;
  if (status === 'accepted') {
    return (
      <BetaPanel
        icon="check"
        tone="good"
        title="You have access"
        announced
        actions={<Link to="/dashboard">Go to the dashboard</Link>}
      >
        <p>Your account takes part in the beta programme.</p>
      </BetaPanel>
    );
  }
  if (status === 'pending' || status === 'not_requested') return <OtherStatus status={status} />;
  const isRevoked = status === 'revoked';
  return (
    <BetaPanel
      icon="lock"
      tone="bad"
      title={isRevoked ? 'Your access was revoked' : 'Your request was not approved'}
    >
      <p>
        The account <strong>{session.user?.email ?? ''}</strong> cannot open the dashboard
        {isRevoked ? ' any more' : ' at this time'}.
      </p>
      <p>If you think that this is a mistake, write to the person who told you about the beta programme.</p>
      <RequestDate of="review" />
    </BetaPanel>
  );
}
