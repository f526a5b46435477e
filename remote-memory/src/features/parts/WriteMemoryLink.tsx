/** Link from an unanswered question to writing the missing memory. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { withCreate, type OpenQuestion } from '../../model/blockAddress';

const WRITE_DOWN = 'Add a memory';

/** Opens the form of a new memory over the same page, prefilled with the question and the agent that asked it. */
export function WriteMemoryLink(open: OpenQuestion) {
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
