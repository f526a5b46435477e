/** The page `/beta-access/review/granted`: shown to a reviewer whose link granted a request. */
import { Link, useSearchParams } from '@hindsight/shared-contracts/router';
import { BetaPanel } from '../panel/BetaPanel';
import { reviewTexts } from './texts';

/** `?email=…`, and `&status=already` when the request was already granted. */
export function GrantedPage() {
  const [params] = useSearchParams();
  const email = params.get('email')?.trim() ?? '';
  const isAlready = params.get('status') === 'already';
  const whom = email === '' ? 'The requester' : <strong>{email}</strong>;
  return (
    <BetaPanel
      icon="check"
      tone="good"
      title={isAlready ? reviewTexts.alreadyGrantedTitle : reviewTexts.grantedTitle}
      announced
      actions={
        <>
          <Link to="/beta-access/pending">View your own request status</Link>
          <Link to="/dashboard">Go to the dashboard</Link>
        </>
      }
    >
      <p>
        {isAlready ? (
          <>{whom} already had access. Nothing has changed.</>
        ) : (
          <>{whom} can now open the dashboard.</>
        )}
      </p>
    </BetaPanel>
  );
}
