/** The button that opens a menu or a panel next to it. */
import type { ReactNode, Ref } from 'react';
import styles from './floating.module.css';

interface FloatingTriggerProps {
  ref: Ref<HTMLButtonElement>;
  /** Accessible name and tooltip; defaults to the content as the name. */
  label?: string;
  className?: string;
  opens: 'menu' | 'dialog';
  open: boolean;
  setOpen(open: boolean): void;
  panelId: string;
  children: ReactNode;
}

/** Exposes what it opens and whether that is open. */
export function FloatingTrigger(props: FloatingTriggerProps) {
  const { ref, label, className = styles.trigger, opens, open, setOpen, panelId, children } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-haspopup={opens}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      onClick={() => setOpen(!open)}
    >
      {children}
    </button>
  );
}
