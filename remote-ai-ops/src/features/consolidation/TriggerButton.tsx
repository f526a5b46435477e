/** Trigger Consolidation in the page header, with the reason when disabled. */
import { LLM_OFF } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { isOver } from '../../model/run';
import { useRuns, useStartRun } from '../jobs/useRuns';
import { useWriteProblem } from '../review/useWriteProblem';
import { consolidationTexts } from './texts';
import layout from '../review/layout.module.css';

/** The strip above the list shows the progress of the run. */
export function TriggerButton() {
  const { flags, guardWrite } = useShell();
  const start = useStartRun();
  const writeProblem = useWriteProblem();
  const problem = flags.llmEnabled ? writeProblem : LLM_OFF;
  const isRunning = useRuns().some((run) => run.kind === 'consolidation' && !isOver(run));
  return (
    <span className={layout.bar}>
      {problem && <span className={layout.note}>{problem}</span>}
      <Button
        type="primary"
        disabled={problem}
        loading={isRunning}
        onClick={() => {
          if (guardWrite(consolidationTexts.signIn.trigger)) start('consolidation', { ids: [] });
        }}
      >
        {consolidationTexts.trigger}
      </Button>
    </span>
  );
}
