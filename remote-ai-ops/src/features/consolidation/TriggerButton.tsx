/** Trigger Consolidation in the page's header; while it cannot be pressed it says why. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { LLM_OFF } from '../../model/failure';
import { isOver } from '../../model/run';
import { useRuns, useStartRun } from '../jobs/useRuns';
import styles from './TriggerButton.module.css';

/** The progress of the search stands in the strip above the list. */
export function TriggerButton() {
  const { flags, guardWrite } = useShell();
  const start = useStartRun();
  const isRunning = useRuns().some((run) => run.kind === 'consolidation' && !isOver(run));
  return (
    <span className={styles.trigger}>
      {!flags.llmEnabled && <span className={styles.problem}>{LLM_OFF}</span>}
      <Button
        type="primary"
        disabled={!flags.llmEnabled}
        loading={isRunning}
        onClick={() => {
          if (guardWrite('Sign in to trigger consolidation.')) start('consolidation', { ids: [] });
        }}
      >
        Trigger Consolidation
      </Button>
    </span>
  );
}
