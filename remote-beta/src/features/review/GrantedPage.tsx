/** The page `/beta-access/review/granted`: what a reviewer sees after a request was granted by its link. */
import { Link, useSearchParams } from '@hindsight/shared-contracts/router';
import { BetaPanel } from '../panel/BetaPanel';

/** `?email=…`, and `&status=already` when it had been granted before. */
export function GrantedPage() {
  const [params] = useSearchParams();
  const email = params.get('email')?.trim() ?? '';
  const isAlready = params.get('status') === 'already';
  const whom = email === '' ? 'The person who asked' : <strong>{email}</strong>;
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title={isAlready ? 'Beta access was already granted' : 'Beta access granted'}
      announced
      actions={
        <>
          <Link to="/beta-access/pending">See the state of your own request</Link>
          <Link to="/dashboard">Go to the dashboard</Link>
        </>
      }
    >
      <p>
        {isAlready ? (
          <>{whom} had access before; nothing changed.</>
        ) : (
          <>{whom} can open the dashboard now.</>
        )}
      </p>
    </BetaPanel>
  );
}
