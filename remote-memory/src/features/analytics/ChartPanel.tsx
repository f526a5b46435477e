/** One figure of the analytics page, as a chart or a table. */
import { useId, useState, type ReactNode } from 'react';
import { Segmented } from '@hindsight/shared-ui/data';
import styles from './ChartPanel.module.css';

interface ChartPanelProps {
  title: string;
  /** Line below the title that describes the figure. */
  note?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  /** Replaces the chart if there is nothing to draw. */
  empty?: string | undefined;
}

type View = 'chart' | 'table';

const VIEWS: { value: View; label: string }[] = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
];

/** Titled panel with a switch between chart and table. */
export function ChartPanel({ title, note, chart, table, empty }: ChartPanelProps) {
  const id = useId();
  const [view, setView] = useState<View>('chart');
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
      {empty === undefined && (view === 'chart' ? chart : table)}
    </section>
  );
}
