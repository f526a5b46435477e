/** Buttons to judge a memory: right, wrong, outdated or superseded. */
import { useRef, useState, useEffect, useEffectEvent } from 'react';
import { Button, Icon, lazyDialog } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { JUDGMENTS, findSuccessor, PROBLEM_NAMES } from '../../model/judgments';
import type { Memory } from '../../model/memory';
import { useActionProblems } from '../blockActions/useActionProblems';
import styles from './JudgmentBar.module.css';
import type { SupersedeDialogProps } from './SupersedeDialog';
import { useJudgment } from './useJudgment';
import { isShortcut } from '@hindsight/shared-contracts/rules';
import type { RefObject } from 'react';
import type { JudgmentKind } from '../../model/judgments';
import { useFeedback } from '../../api/feedback';
import { BlockLink } from '../cards/BlockLink';
import { NO_REASON, REPLACES, supersededBy } from './texts';

interface MarkNoticeProps {
  block: Memory;
  /** Why changes are disabled; null if they are enabled. */
  problem: string | null;
  onResolve(): void;
}

/** Successor, replaced memories and mark of a memory; empty if there are none. */
function MarkNotice({ block, problem, onResolve }: MarkNoticeProps) {
  const log = useFeedback(block.id, block.problem !== null);
  const successor = findSuccessor(block);
  const reason = log.data?.items.find((entry) => entry.problem === block.problem)?.details;
  return (
    <>
      {successor !== null && (
        <p className={styles.notice}>
          <span>{supersededBy}</span>
          <BlockLink id={successor}>Open the newer memory</BlockLink>
        </p>
      )}
      {block.superseded.length > 0 && (
        <ul className={styles.replaced} aria-label={REPLACES}>
          {block.superseded.map(({ id, title }) => (
            <li key={id}>
              {REPLACES} <BlockLink id={id}>{title || 'an empty memory'}</BlockLink>
            </li>
          ))}
        </ul>
      )}
      {block.problem !== null && (
        <div className={styles.notice}>
          <span dir="auto">
            <strong>{PROBLEM_NAMES[block.problem]}.</strong> {log.data && (reason || NO_REASON)}
          </span>
          <Button size="small" disabled={problem} onClick={onResolve}>
            Remove mark
          </Button>
        </div>
      )}
    </>
  );
}

/**
 * Shortcuts that work while the memory has focus, next to its list or on its page. Disabled while a person types, while
 * a menu or another dialog is open, and if `onJudge` is undefined.
 */
function useJudgmentKeys(
  memory: RefObject<HTMLElement | null>,
  onJudge: ((kind: JudgmentKind) => void) | undefined,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !onJudge || !memory.current || !isShortcut(event, memory.current)) return;
    if (!memory.current.closest('[role="dialog"], [data-memory]')?.contains(document.activeElement)) return;
    const found = JUDGMENTS.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    onJudge(found.kind);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const SupersedeDialog = lazyDialog<SupersedeDialogProps>(() =>
  import('./SupersedeDialog').then((part) => part.SupersedeDialog),
);

/** Optional reason, requested after a judgment. */
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
  const { judge, judged, resolve, explain, leaveReason, asksReason } = useJudgment(block.id);
  const said = judged ?? block.problem;
  const [isSuperseding, setSuperseding] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useJudgmentKeys(bar, write === null ? (kind) => void judge(kind) : undefined);
  return (
    <div ref={bar} className={styles.view}>
      <MarkNotice block={block} problem={write} onResolve={() => void resolve()} />
      <div role="group" aria-label="Feedback" className={styles.bar}>
        {JUDGMENTS.map(({ kind, key, label }) => (
          <Button
            key={kind}
            size="small"
            icon={kind === 'right' ? <Icon name="thumb-up" size={16} /> : undefined}
            disabled={write}
            aria-pressed={said === kind}
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
