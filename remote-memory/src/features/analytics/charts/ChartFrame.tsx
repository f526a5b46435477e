/** What every chart shares: its text alternative, its size, its tooltip. */
import type { ReactNode } from 'react';
import styles from './ChartFrame.module.css';

interface ChartFrameProps {
  /** The text alternative of the chart. Its figures are in the table. */
  label: string;
  /** Pixels. */
  height: number;
  children: ReactNode;
}

export function ChartFrame({ label, height, children }: ChartFrameProps) {
  return (
    <div role="img" aria-label={label} className={styles.frame} style={{ height }}>
      {children}
    </div>
  );
}

/** The figure under the pointer. */
export function ChartHint({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.hint}>
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
  );
}

/** Axes and grid of all charts, in the colours of the theme. */
export const AXIS = {
  stroke: 'var(--hs-line-strong)',
  tick: { fill: 'var(--hs-text-soft)', fontSize: 12 },
  tickLine: false,
} as const;
export const GRID = { stroke: 'var(--hs-line)', strokeDasharray: '2 4' } as const;
export const CURSOR = { fill: 'var(--hs-hover)' } as const;
/** A chart fills its frame. */
export const FILL = { width: '100%', height: '100%' } as const;
