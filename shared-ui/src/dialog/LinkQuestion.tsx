/**
 * Asks for confirmation before an action from an email link: programs follow links too and must not decide for a person. A separate entry
 * point that is not shared: each remote bundles its copy, built on the host's entry points, so that it runs in hosts older than this
 * component (docs/adr/0003-shared-entry-points.md).
 */
import { Alert, Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { ReactNode } from 'react';
import styles from './LinkQuestion.module.css';

export interface LinkAnswer {
  label: string;
  /** Deletes or removes something. */
  danger?: boolean;
  /** The action is running. */
  busy?: boolean;
  /** Navigates to another page, e.g. the sign-in. */
  href?: string;
  send?(): void;
}

interface LinkQuestionProps {
  title: string;
  /** What the answer does, and for whom. */
  children: ReactNode;
  /** The answer from the link comes last. */
  answers: readonly LinkAnswer[];
  /** Why the last attempt failed; null before the first. */
  problem: string | null;
  /** Dismisses the dialog: nothing is done and the link stays valid. */
  onClose(): void;
}

/** While one answer is being sent, the others are disabled. */
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
