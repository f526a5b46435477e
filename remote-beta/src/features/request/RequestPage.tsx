/** The page `/beta-access/request`: the request form, then its confirmation. */
import { useState } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { BetaPanel } from '../panel/BetaPanel';
import { JoinedOrganizations } from '../panel/JoinedOrganizations';
import { RequestForm } from './RequestForm';
import { requestTexts } from './texts';

function Submitted({ email }: { email: string }) {
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title={requestTexts.submittedTitle}
      announced
      actions={<Link to="/beta-access/pending">View your request status</Link>}
    >
      <p>
        Your request for <strong>{email}</strong> has been sent. A reviewer will respond, typically within 24
        hours.
      </p>
      <p>{requestTexts.submittedNext}</p>
      <JoinedOrganizations />
    </BetaPanel>
  );
}

function AlreadyIn() {
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title={requestTexts.acceptedTitle}
      actions={<Link to="/dashboard">Go to the dashboard</Link>}
    >
      <p>{requestTexts.accepted}</p>
    </BetaPanel>
  );
}

/** The form, its confirmation, or the notice that the account has access. */
export function RequestPage() {
  const { session, refreshSession } = useShell();
  const [sentFor, setSentFor] = useState<string | null>(null);
  if (sentFor !== null) return <Submitted email={sentFor} />;
  if (session.user?.beta_access_status === 'accepted') return <AlreadyIn />;
  return (
    <RequestForm
      email={session.user?.email ?? ''}
      onSent={(email) => {
        setSentFor(email);
        void refreshSession();
      }}
    />
  );
}
