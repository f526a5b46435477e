/** The builds of dashboard and service beside each other. */
import { CopyButton } from '@hindsight/shared-ui/core';
import styles from './AboutDialog.module.css';
import { shownFacts, type BuildFacts } from './buildInfo';

function Build({ title, facts, state }: { title: string; facts: BuildFacts | null; state: string }) {
  return (
    <section className={styles.build} aria-label={`${title} build`}>
      <h3 className={styles.heading}>
        {title}
        {facts && (
          <CopyButton
            size="small"
            label={`Copy ${title.toLowerCase()} build info`}
            text={shownFacts(facts)
              .map(([label, value]) => `${label}: ${value || 'unknown'}`)
              .join('\n')}
          />
        )}
      </h3>
      {facts ? (
        <dl className={styles.facts}>
          {shownFacts(facts).map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{value || 'unknown'}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={styles.soft} role="status">
          {state}
        </p>
      )}
    </section>
  );
}

interface BuildTableProps {
  frontend: BuildFacts;
  /** Null while it is asked for, or when it could not be had. */
  backend: BuildFacts | null;
  failed: boolean;
}

export function BuildTable({ frontend, backend, failed }: BuildTableProps) {
  return (
    <div className={styles.builds}>
      <Build
        title="Backend"
        facts={backend}
        state={failed ? 'The service didn’t report its build.' : 'Loading…'}
      />
      <Build title="Frontend" facts={frontend} state="" />
    </div>
  );
}
