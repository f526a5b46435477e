/** The page `/beta-access/denied`: the request was not approved, or access was revoked. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Link } from '@hindsight/shared-contracts/router';
import { BetaPanel } from '../panel/BetaPanel';
import { OtherStatus } from './OtherStatus';
import { RequestDate } from './RequestDate';
import { statusTexts, waitingTexts } from './texts';

/** Explains the decision and the next steps. */
export function DeniedPage() {
  const { session } = useShell();
  const status = session.user?.beta_access_status;
  if (status === 'accepted') return <OtherStatus status="accepted" />;
  if (status === 'pending' || status === 'not_requested') return <OtherStatus status={status} />;
  const isRevoked = status === 'revoked';
  return (
    <BetaPanel
      icon="lock"
      tone="bad"
      title={statusTexts[isRevoked ? 'revoked' : 'denied'].title}
      actions={
        <>
          <Link to="/beta-access/request">{waitingTexts.askAgain}</Link>
          <Link to="?about">{waitingTexts.contact}</Link>
        </>
      }
    >
      <p>
        The account <strong>{session.user?.email ?? ''}</strong>{' '}
        {isRevoked ? 'can no longer open the dashboard' : 'cannot open the dashboard at this time'}.
      </p>
      <p>{waitingTexts.mistake}</p>
      <RequestDate of="review" />
    </BetaPanel>
  );
}
