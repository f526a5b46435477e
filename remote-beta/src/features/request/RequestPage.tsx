/** The page `/beta-access/request`: asks for access, then says that the request is on its way. */
import { useState } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { useShell } from '@hindsight/shared-contracts/shell';
import { BetaPanel } from '../panel/BetaPanel';
import { RequestForm } from './RequestForm';

function Submitted({ email }: { email: string }) {
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title="Request Submitted"
      announced
      actions={<Link to="/beta-access/pending">See the state of your request</Link>}
    >
      <p>
        Your request for <strong>{email}</strong> is with the reviewers. They answer typically within 24
        hours.
      </p>
      <p>Come back later: the dashboard opens to you once they have approved your request.</p>
    </BetaPanel>
  );
}

function AlreadyIn() {
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title="You already have access"
      actions={<Link to="/dashboard">Go to the dashboard</Link>}
    >
      <p>Your account takes part in the beta programme. There is nothing to ask for.</p>
    </BetaPanel>
  );
}

/** The form, or what became of it. */
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
