/** Where to go from a page that has nothing to show yet. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { withCreate } from '../../model/blockAddress';
import styles from './NextStep.module.css';

/** Creating a memory or an agent, for those who may; others are led to the memories. */
export function NextStep() {
  const { session, scope } = useShell();
  const { pathname, search } = useLocation();
  if (writeProblem(session, scope) !== null) {
    return pathname === '/memory-blocks' ? null : <Link to="/memory-blocks">Go to Memory Blocks</Link>;
  }
  return (
    <span className={styles.steps}>
      <Link to={{ pathname, search: withCreate(search) }}>Create a memory</Link>
      {pathname !== '/agents' && <Link to="/agents#create">Create an agent</Link>}
    </span>
  );
}
