/** One figure of the page, as a chart or as a table. */
import { Component, Suspense, useDeferredValue, useId, useState, type ReactNode } from 'react';
import { Segmented } from '@hindsight/shared-ui/data';
import styles from './ChartPanel.module.css';

interface ChartPanelProps {
  title: string;
  /** A line below the title: what is counted. */
  note?: ReactNode;
  chart: ReactNode;
  /** Of the chart, in pixels. */
  height: number;
  table: ReactNode;
  /** Replaces the chart when there is nothing to draw. */
  empty?: string | undefined;
}

type View = 'chart' | 'table';

const VIEWS: { value: View; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
];

/** Shows the figures themselves where the code of the charts could not be loaded. */
class ChartBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <p role="status" className={styles.note}>
          The chart could not be loaded. These are its figures.
        </p>
        {this.props.instead}
      </>
    );
  }
}

/** A titled surface with a switch between chart and table. */
export function ChartPanel({ title, note, chart, height, table, empty }: ChartPanelProps) {
  const id = useId();
  const [view, setView] = useState<View>('chart');
  // Figures first: drawing takes longer than the rest of the page.
  const mayDraw = useDeferredValue(true, false);
  const waiting = <div className={styles.waiting} style={{ height }} aria-hidden />;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {empty === undefined && (
          <Segmented<View> label={`${title} as`} value={view} options={VIEWS} onChange={setView} />
        )}
      </div>
      {empty !== undefined && <p className={styles.empty}>{empty}</p>}
      {empty === undefined && view === 'table' && table}
      {empty === undefined && view === 'chart' && (
        <ChartBoundary instead={table}>
          <Suspense fallback={waiting}>{mayDraw ? chart : waiting}</Suspense>
        </ChartBoundary>
      )}
    </section>
  );
}
