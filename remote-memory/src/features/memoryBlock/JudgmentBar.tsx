/** Says what a memory is worth: right, wrong, outdated, superseded by a newer one. */
import { useRef, useState } from 'react';
import { Button, Icon, lazyDialog } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { JUDGMENTS, findSuccessor } from '../../model/judgments';
import type { Memory } from '../../model/memory';
import { useActionProblems } from '../blockActions/useActionProblems';
import styles from './JudgmentBar.module.css';
import { MarkNotice } from './MarkNotice';
import type { SupersedeDialogProps } from './SupersedeDialog';
import { useJudgment } from './useJudgment';
import { useJudgmentKeys } from './useJudgmentKeys';

const SupersedeDialog = lazyDialog<SupersedeDialogProps>(() =>
  import('./SupersedeDialog').then((part) => part.SupersedeDialog),
);

/** The field for a reason, once a judgment was given. Leaving it empty is fine. */
function Reason({ onSave, onLeave }: { onSave(reason: string): void; onLeave(): void }) {
  const [reason, setReason] = useState('');
  return (
    <form
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') onSave(reason.trim());
      }}
    >
      <TextInput label="Reason (optional)" value={reason} onChange={setReason} />
      <Button htmlType="submit" disabled={reason.trim() === ''}>
        Save reason
      </Button>
      <Button type="text" onClick={onLeave}>
        Skip
      </Button>
    </form>
  );
}

export function JudgmentBar({ block }: { block: Memory }) {
  const { write } = useActionProblems();
  const { judge, resolve, explain, leaveReason, busy, asksReason } = useJudgment(block.id);
  const [isSuperseding, setSuperseding] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useJudgmentKeys(bar, write === null && !busy ? (kind) => void judge(kind) : undefined);
  return (
    <div ref={bar} className={styles.view}>
      <MarkNotice block={block} problem={write} onResolve={() => void resolve()} />
      <div role="group" aria-label="Feedback" className={styles.bar}>
        {JUDGMENTS.map(({ kind, key, label }) => (
          <Button
            key={kind}
            size="small"
            icon={kind === 'right' ? <Icon name="thumb-up" size={16} /> : undefined}
            disabled={write ?? busy}
            title={write ?? `Key: ${key.toUpperCase()}`}
            aria-keyshortcuts={key}
            onClick={() => void judge(kind)}
          >
            {label}
          </Button>
        ))}
        {findSuccessor(block) === null && (
          <Button size="small" disabled={write} onClick={() => setSuperseding(true)}>
            Replace…
          </Button>
        )}
      </div>
      {asksReason && <Reason onSave={(reason) => void explain(reason)} onLeave={leaveReason} />}
      {isSuperseding && <SupersedeDialog block={block} onClose={() => setSuperseding(false)} />}
    </div>
  );
}
