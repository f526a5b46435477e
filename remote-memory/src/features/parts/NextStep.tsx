/** Next steps for a page without content. */
import { PUBLIC_SCOPE } from '@hindsight/shared-contracts/events';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { IMPORT_PATH, withCreate } from '../../model/blockAddress';
import styles from './NextStep.module.css';

/** Connect an agent, write a memory or import some, for those with write access; a link to the memories for others. */
export function NextStep() {
  const { session, scope } = useShell();
  const { pathname } = useLocation();
  if (writeProblem(session, scope) !== null) {
    return pathname === '/memory-blocks' ? null : <Link to="/memory-blocks">Go to Memory Blocks</Link>;
  }
  return (
    <span className={styles.steps}>
      <Link to={{ pathname, search: '?get-started' }}>Connect an agent</Link>
      <MemorySteps />
      {pathname === '/dashboard' && <PublicWorkspace />}
    </span>
  );
}

/** Two ways to add memories without an agent. */
export function MemorySteps() {
  const { pathname, search } = useLocation();
  return (
    <>
      <Link to={{ pathname, search: withCreate(search) }}>Create a memory</Link>
      <Link to={IMPORT_PATH}>Import memories</Link>
    </>
  );
}

/** Link to the public workspace as an example, if it has memories. */
export function PublicWorkspace() {
  const { chooseWorkspace } = useShell();
  const { data } = useScopedQuery({
    key: ['memory-blocks', 'public'],
    load: (api, signal) =>
      api.call('GET /memory-blocks/', { query: { limit: 1 }, scope: PUBLIC_SCOPE, signal }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Button type="link" onClick={() => void chooseWorkspace(PUBLIC_SCOPE)}>
      Explore the public workspace
    </Button>
  );
}
