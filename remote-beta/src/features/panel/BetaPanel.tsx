/** Panel of a beta page: icon, heading, text and actions. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '@hindsight/shared-ui/core';
import styles from './BetaPanel.module.css';

interface BetaPanelProps {
  icon: IconName;
  tone: 'brand' | 'good' | 'warn' | 'bad';
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** Screen readers announce the panel, e.g. when it replaces a form. */
  announced?: boolean;
}

/** A narrow, centered panel. */
export function BetaPanel({ icon, tone, title, children, actions, announced }: BetaPanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <span className={styles.sign} data-tone={tone}>
        <Icon name={icon} size={28} />
      </span>
      <div className={styles.words} role={announced ? 'status' : undefined}>
        <h2 className={styles.title}>{title}</h2>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
