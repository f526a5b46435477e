/** Empty state of a workspace: three steps to the first memory, checked off as they happen, and links to filled workspaces. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, Icon, VisuallyHidden } from '@hindsight/shared-ui/core';
import { useAgentTotal } from '../../api/agents';
import { useIsConnected } from '../../api/news';
import { NOTHING_YET } from '../memoryBlocks/texts';
import { MemorySteps, NextStep, PublicWorkspace } from '../parts/NextStep';
import styles from './FirstSteps.module.css';
import { FIRST_STEPS } from './texts';

/** Maximum number of linked workspaces; the switcher has all of them. */
const MOST_WORKSPACES = 3;

export function FirstSteps() {
  const { session, scope, organizations, chooseWorkspace } = useShell();
  const { pathname } = useLocation();
  const { data: agents } = useAgentTotal();
  const { data: isConnected } = useIsConnected();
  if (writeProblem(session, scope) !== null) {
    return <EmptyState kind="nothing-yet" {...NOTHING_YET} action={<NextStep />} />;
  }
  const steps = [
    { ...FIRST_STEPS.agent, to: '/agents#create', isDone: (agents ?? 0) > 0 },
    {
      ...FIRST_STEPS.connect,
      to: { pathname, search: '?get-started' },
      isDone: isConnected ?? false,
    },
    { ...FIRST_STEPS.memory, to: undefined, isDone: false },
  ];
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">{NOTHING_YET.title}</h2>
      <p>{FIRST_STEPS.title}</p>
      <ol>
        {steps.map(({ label, hint, to, isDone }) => (
          <li key={label} className={styles.step} data-done={isDone || undefined}>
            <span className={styles.sign} aria-hidden>
              {isDone && <Icon name="check" size={16} />}
            </span>
            <span>
              {to && !isDone ? <Link to={to}>{label}</Link> : <strong>{label}</strong>}
              {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
              <span className={styles.hint}>{hint}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.others}>
        <MemorySteps />
        <PublicWorkspace />
      </div>
      {scope.scope === 'personal' && organizations.length > 0 && (
        <p className={styles.others}>
          {FIRST_STEPS.elsewhere}
          {organizations.slice(0, MOST_WORKSPACES).map(({ id, name }) => (
            <Button
              key={id}
              type="link"
              onClick={() => void chooseWorkspace({ scope: 'organization', organizationId: id })}
            >
              {name}
            </Button>
          ))}
        </p>
      )}
    </section>
  );
}
