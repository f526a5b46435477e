/** Leads from a question that found nothing to the memory that is missing. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { withCreate, type OpenQuestion } from '../../model/blockAddress';

const WRITE_DOWN = 'Write it down';

/** Opens the form of a new memory with the question and the agent that asked it, over the same page. */
export function WriteDown(open: OpenQuestion) {
  const { pathname, search } = useLocation();
  return (
    <Link
      to={{ pathname, search: withCreate(search, open) }}
      preventScrollReset
      aria-label={`${WRITE_DOWN}: ${open.question}`}
    >
      {WRITE_DOWN}
    </Link>
  );
}
