/**
 * Asks before what a link of a mail says is done: programs follow links too, and must decide nothing for a person. A door of its own that
 * is not shared: each remote brings its copy, made of the host's doors, so that it runs in hosts which are older than this component
 * (docs/adr/0003-shared-entry-points.md).
 */
import { Alert, Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { ReactNode } from 'react';
import styles from './LinkQuestion.module.css';

export interface LinkAnswer {
  label: string;
  /** It deletes or removes something. */
  danger?: boolean;
  /** It is being carried out. */
  busy?: boolean;
  /** Leaves for another page, e.g. the sign-in. */
  href?: string;
  send?(): void;
}

interface LinkQuestionProps {
  title: string;
  /** What the answer means, and for whom. */
  children: ReactNode;
  /** The one that the link asks for last. */
  answers: readonly LinkAnswer[];
  /** Why the last try failed; null before. */
  problem: string | null;
  /** Not now: nothing is done, and the link stays good. */
  onClose(): void;
}

/** While one answer is on its way no other can be given. */
export function LinkQuestion({ title, children, answers, problem, onClose }: LinkQuestionProps) {
  const busy = answers.some((answer) => answer.busy);
  return (
    <Modal
      title={title}
      size="small"
      onClose={onClose}
      closeOnBackdrop={false}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Not now
          </Button>
          {answers.map(({ label, danger, busy: isSent = false, href, send }, index) => (
            <Button
              key={label}
              type={index === answers.length - 1 ? 'primary' : 'default'}
              danger={danger}
              loading={isSent}
              disabled={busy && !isSent}
              href={href}
              onClick={send}
            >
              {label}
            </Button>
          ))}
        </>
      }
    >
      <div className={styles.question}>
        {children}
        {problem !== null && <Alert>{problem}</Alert>}
      </div>
    </Modal>
  );
}
