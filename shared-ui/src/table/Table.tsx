/** A data table for management pages. */
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';
import AntdTable, { type ColumnsType, type TableProps as AntdTableProps } from 'antd/es/table';
import { AntdScope } from '../antd/AntdScope';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './Table.module.css';

export type Columns<Row> = ColumnsType<Row>;

interface TableProps<Row extends object> extends Pick<
  AntdTableProps<Row>,
  'rowSelection' | 'loading' | 'onChange' | 'expandable' | 'onRow'
> {
  /** Caption for screen readers, e.g. the kind of rows. */
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** Row spacing. */
  density?: 'comfortable' | 'compact';
  /** Scrolls vertically in its own frame too, under a sticky header. */
  stickyHeader?: boolean;
  /** Shown if there are no rows. */
  empty?: ReactNode;
}

const Label = createContext('');

/** A table with a caption; a single component for all tables, so that antd never remounts one. */
function CaptionedTable({ children, style, ...rest }: ComponentProps<'table'>) {
  const label = useContext(Label);
  // Visually hidden text in cells is positioned relative to the table; otherwise a narrow page would scroll sideways.
  return (
    <table {...rest} style={{ ...style, position: 'relative' }}>
      {label && (
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
      )}
      {children}
    </table>
  );
}

const components = { table: CaptionedTable };

/**
 * Keeps antd from measuring the scroll bar with a style element, which the page's Content-Security-Policy blocks; only a vertically
 * scrolling table would need the measurement. An internal option of the library, so it has no type.
 */
const SKIP_MEASUREMENT = { tailor: true } as object;

/** Not paginated (see Pagination); scrolls horizontally in its own frame on narrow screens. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { label, rows, empty, density, stickyHeader, ...rest } = props;
  return (
    <Label value={label}>
      <AntdScope>
        <AntdTable<Row>
          {...SKIP_MEASUREMENT}
          {...rest}
          dataSource={rows}
          className={stickyHeader ? `${styles.table} ${styles.sticky}` : styles.table}
          size={density === 'compact' ? 'small' : 'middle'}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: empty ?? 'Nothing to show' }}
          components={components}
        />
      </AntdScope>
    </Label>
  );
}
