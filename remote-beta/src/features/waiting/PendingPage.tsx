/** The page `/beta-access/pending`: the request awaits review. */
import { useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { BetaPanel } from '../panel/BetaPanel';
import { JoinedOrganizations } from '../panel/JoinedOrganizations';
import { OtherStatus } from './OtherStatus';
import { RequestDate } from './RequestDate';
import { statusTexts } from './texts';

/** "Check again" refreshes the session; the page then shows the reviewer's decision, if any. */
export function PendingPage() {
  const { session, refreshSession } = useShell();
  const [isChecking, setIsChecking] = useState(false);
  const status = session.user?.beta_access_status;

  async function check() {
    setIsChecking(true);
    await refreshSession().finally(() => setIsChecking(false));
  }

  if (status === 'accepted') return <OtherStatus status="approved" />;
  if (status !== undefined && status !== 'pending') return <OtherStatus status={status} />;
  return (
    <BetaPanel
      icon="clock"
      tone="warn"
      title={statusTexts.pending.title}
      actions={
        <Button icon={<Icon name="refresh" size={16} />} loading={isChecking} onClick={() => void check()}>
          Check again
        </Button>
      }
    >
      <p>
        A reviewer will look at the request of <strong>{session.user?.email ?? 'your account'}</strong>,
        typically within 24 hours. You can open the dashboard once it is approved.
      </p>
      <JoinedOrganizations />
      <RequestDate of="request" />
    </BetaPanel>
  );
}
