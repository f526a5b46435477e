/** Dialog to import memories from a file or pasted text: first a dry run, then the selection. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { blocksText } from '../../model/countTexts';
import { ImportPlan } from './ImportPlan';
import styles from './transfer.module.css';
import { useImport } from './useImport';
import type { Import, ImportState, ImportFile as ImportSource } from './useImport';
import { usePlan } from './usePlan';
import type { PlanState } from './usePlan';
import {
  ANSWER_LOST,
  COMPARE_FAILED,
  GOES_ON,
  IMPORT_INTRODUCTION,
  FILE_TOO_LARGE,
  FILE_UNREADABLE,
  MARKDOWN_HINT,
} from './texts';
import { TextArea } from '@hindsight/shared-ui/form';

/** Maximum file size; larger files would exhaust the page's memory. */
const MOST_BYTES = 50 * 1024 * 1024;

interface ImportFileProps {
  text: string;
  onText(text: string): void;
  onFile(file: ImportSource): void;
}

/** Source of an import: a file or pasted text. */
function ImportFile({ text, onText, onFile }: ImportFileProps) {
  const [problem, setProblem] = useState('');
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      setProblem(FILE_TOO_LARGE);
      return;
    }
    try {
      onFile({ content: new Uint8Array(await file.arrayBuffer()), name: file.name });
    } catch {
      setProblem(FILE_UNREADABLE);
    }
  }
  return (
    <>
      <label className={styles.file}>
        <span>File</span>
        <input
          type="file"
          accept=".json,.jsonl,.ndjson,.af,.csv,.tsv,.md,.mdc,.markdown,.txt,.zip,.gz,application/json,text/csv,text/markdown,text/plain,application/zip"
          data-autofocus
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      {problem !== '' && <Alert>{problem}</Alert>}
      <TextArea label="Or paste the text" value={text} onChange={onText} rows={8} hint={MARKDOWN_HINT} mono />
    </>
  );
}

/** Maximum number of failures to list; more are counted. */
const LISTED = 50;

function UnfinishedImport({ unfinished }: Pick<Extract<ImportState, { phase: 'ended' }>, 'unfinished'>) {
  const { report, parts, uncertain, reason, isOffline } = unfinished;
  const unsent = parts.reduce((sum, { rows }) => sum + rows.length, 0) - uncertain;
  const { memories, present, refused } = report;
  const counts = [
    `${blocksText(memories.length)} imported`,
    ...(present > 0 ? [`${formatNumber(present)} already here`] : []),
    ...(refused.length > 0 ? [`${formatNumber(refused.length)} refused`] : []),
    ...(uncertain > 0 ? [`${formatNumber(uncertain)} may have been imported`] : []),
    ...(unsent > 0 ? [`${formatNumber(unsent)} not imported`] : []),
  ];
  return (
    <>
      <p role="status">{counts.join(', ')}.</p>
      {reason !== '' && <Alert>{reason}</Alert>}
      {uncertain > 0 && <p>{ANSWER_LOST}</p>}
      {isOffline && <p>{GOES_ON}</p>}
      <ul className={styles.list} aria-label="Refused">
        {refused.slice(0, LISTED).map((one) => (
          <li key={one.number} className={styles.row}>
            Number {one.number}: {one.reason}
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
        <Button
          type="primary"
          disabled={text.trim() === ''}
          onClick={() => void job.read({ content: text, name: '' })}
        >
          Check
        </Button>
      );
    case 'planned':
      return (
        <>
          <Button onClick={job.reset}>Back</Button>
          <Button type="primary" disabled={!plan.isReady} onClick={() => void job.store(plan.makePlan())}>
            Import {blocksText(plan.count)}
          </Button>
        </>
      );
    case 'ended':
      if (state.unfinished.parts.length === 0) return null;
      return (
        <Button type="primary" onClick={() => void job.again()}>
          Try Again
        </Button>
      );
    default:
      return null;
  }
}

function renderContent(job: Import, plan: PlanState): ReactNode {
  const { state } = job;
  switch (state.phase) {
    case 'reading':
      return <Progress label="Reading the file" value={null} />;
    case 'comparing':
      return (
        <Progress
          label="Comparing with the memories of this workspace"
          value={state.total ? (state.read / state.total) * 100 : null}
          detail={formatNumber(state.read)}
        />
      );
    case 'planned':
      return <ImportPlan plan={plan} reading={state.plan.reading} choose={job.choose} />;
    case 'importing': {
      const { done, total } = state;
      return (
        <Progress
          label="Importing"
          value={(done / Math.max(1, total)) * 100}
          detail={`${formatNumber(done)} of ${formatNumber(total)}`}
        />
      );
    }
    case 'stopping':
      return <Progress label="Stopping after the current batch" value={null} />;
    case 'ended':
      return <UnfinishedImport unfinished={state.unfinished} />;
    case 'failed':
      return (
        <Alert>
          {COMPARE_FAILED} {state.reason}
        </Alert>
      );
    default:
      return null;
  }
}

export function ImportDialog({ onClose }: { onClose(): void }) {
  const job = useImport(onClose);
  const { state } = job;
  const [text, setText] = useState('');
  const plan = usePlan(state.phase === 'planned' ? state.plan : null);
  const isStopping = state.phase === 'stopping';
  const isBusy = isStopping || ['reading', 'comparing', 'importing'].includes(state.phase);
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
          <Button disabled={isStopping} onClick={leave}>
            {isBusy ? 'Cancel' : 'Close'}
          </Button>
          <MainAction job={job} plan={plan} text={text} />
        </>
      }
    >
      <div className={styles.body}>
        {(state.phase === 'choosing' || state.phase === 'failed') && (
          <ImportFile text={text} onText={setText} onFile={(file) => void job.read(file)} />
        )}
        {renderContent(job, plan)}
      </div>
    </Modal>
  );
}
