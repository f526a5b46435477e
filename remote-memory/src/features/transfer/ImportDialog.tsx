/** Imports memories from a file or a pasted text: first a dry run, then the selection. */
import { useState, type ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { Modal, Progress } from '@hindsight/shared-ui/dialog';
import { blocksText } from '../../model/countTexts';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { ImportFile } from './ImportFile';
import { ImportPlan } from './ImportPlan';
import styles from './transfer.module.css';
import { useImport, type Import, type ImportState } from './useImport';
import { usePlan, type PlanState } from './usePlan';
import { COMPARE_FAILED, IMPORT_INTRODUCTION } from './texts';

/** More failures than this are counted, not listed. */
const LISTED = 50;

function Ended({ state }: { state: Extract<ImportState, { phase: 'ended' }> }) {
  const { succeeded, failed, left } = state.outcome;
  return (
    <>
      <p role="status">
        {blocksText(succeeded.length)} imported, {failed.length.toLocaleString()} failed
        {left.length > 0 && `, ${left.length.toLocaleString()} not started`}.
      </p>
      <ul className={styles.list} aria-label="Not imported">
        {failed.slice(0, LISTED).map(({ item, error }) => (
          <li key={item.number} className={styles.row}>
            Number {item.number}: {reasonOf(error)}
          </li>
        ))}
      </ul>
    </>
  );
}

function MainAction({ job, plan, text }: { job: Import; plan: PlanState; text: string }) {
  const { state } = job;
  switch (state.phase) {
    case 'choosing':
    case 'failed':
      return (
        <Button type="primary" disabled={text.trim() === ''} onClick={() => void job.read(text, '')}>
          Check
        </Button>
      );
    case 'planned':
      return (
        <>
          <Button onClick={job.reset}>Back</Button>
          <Button
            type="primary"
            disabled={plan.chosen.length === 0 || !plan.isComplete}
            onClick={() => void job.store(plan.chosen, plan.agentOf)}
          >
            Import {blocksText(plan.chosen.length)}
          </Button>
        </>
      );
    case 'ended': {
      const rest = [...state.outcome.failed.map(({ item }) => item), ...state.outcome.left];
      return (
        <Button type="primary" onClick={() => void job.store(rest, plan.agentOf)}>
          Try Again
        </Button>
      );
    }
    default:
      return null;
  }
}

function contentOf(job: Import, plan: PlanState): ReactNode {
  const { state } = job;
  switch (state.phase) {
    case 'comparing':
      return (
        <Progress
          label="Comparing with the memories of this workspace"
          value={state.total ? (state.read / state.total) * 100 : null}
          detail={state.read.toLocaleString()}
        />
      );
    case 'planned':
      return <ImportPlan plan={plan} problems={state.plan.reading.problems} />;
    case 'importing': {
      const { done, total } = state.progress;
      return (
        <Progress
          label="Importing"
          value={(done / Math.max(1, total)) * 100}
          detail={`${done.toLocaleString()} of ${total.toLocaleString()}`}
        />
      );
    }
    case 'ended':
      return <Ended state={state} />;
    case 'failed':
      return (
        <p role="alert" className={styles.bad}>
          {COMPARE_FAILED} {state.reason}
        </p>
      );
    default:
      return null;
  }
}

export function ImportDialog({ onClose }: { onClose(): void }) {
  const job = useImport(onClose);
  const { state } = job;
  const [text, setText] = useState('');
  const plan = usePlan('plan' in state ? state.plan : null);
  const isBusy = state.phase === 'comparing' || state.phase === 'importing';
  const leave = isBusy ? job.cancel : onClose;
  return (
    <Modal
      title="Import memory blocks"
      description={IMPORT_INTRODUCTION}
      size="large"
      closeOnBackdrop={false}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{isBusy ? 'Cancel' : 'Close'}</Button>
          <MainAction job={job} plan={plan} text={text} />
        </>
      }
    >
      <div className={styles.body}>
        {(state.phase === 'choosing' || state.phase === 'failed') && (
          <ImportFile text={text} onText={setText} onFile={(content, name) => void job.read(content, name)} />
        )}
        {contentOf(job, plan)}
      </div>
    </Modal>
  );
}
