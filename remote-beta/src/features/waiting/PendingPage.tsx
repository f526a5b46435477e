/** The page `/beta-access/pending`: the request waits for a reviewer. */
import { useState } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { BetaPanel } from '../panel/BetaPanel';
import { OtherStatus } from './OtherStatus';
import { RequestDate } from './RequestDate';

/** The answer is looked for on demand; once it is there, the page says so and shows the way. */
export function PendingPage() {
  const { session, refreshSession } = useShell();
  const [isAsking, setIsAsking] = useState(false);
  const status = session.user?.beta_access_status;

  async function ask() {
    setIsAsking(true);
    await refreshSession().finally(() => setIsAsking(false));
  }

  if (status === 'accepted') {
    return (
      <BetaPanel
        icon="check"
        tone="good"
        title="Your request was approved"
        announced
        actions={<Link to="/dashboard">Go to the dashboard</Link>}
      >
        <p>Welcome. Everything is open to you now.</p>
      </BetaPanel>
    );
  }
  if (status !== undefined && status !== 'pending') return <OtherStatus status={status} />;
  return (
    <BetaPanel
      icon="clock"
      tone="warn"
      title="Your request is being reviewed"
      actions={
        <Button icon={<Icon name="refresh" size={16} />} loading={isAsking} onClick={() => void ask()}>
          Check again
        </Button>
      }
    >
      <p>
        A reviewer looks at the request of <strong>{session.user?.email ?? 'your account'}</strong>, typically
        within 24 hours. The dashboard opens to you once it is approved.
      </p>
      <RequestDate of="request" />
    </BetaPanel>
  );
}
