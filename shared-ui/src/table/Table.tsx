/** Rows for managing. */
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
  /** What the table lists; read out, not shown. */
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** How close the rows are. */
  density?: 'comfortable' | 'compact';
  /** Scrolls downwards in its own frame too, under a header that stays. */
  stickyHeader?: boolean;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
}

const Label = createContext('');

/** A table whose caption names it; one component for all tables, so that antd never makes another. */
function CaptionedTable({ children, style, ...rest }: ComponentProps<'table'>) {
  const label = useContext(Label);
  // Hidden names in its cells count from the table: from further out they would make a narrow page scroll sideways.
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
 * Keeps the library from measuring the scroll bar with a style element of its own, which the page's Content-Security-Policy
 * refuses; only a table that scrolls downwards in its own frame would need the measure. An inner switch of the library, therefore
 * without a type.
 */
const unmeasured = { tailor: true } as object;

/** Never paged by itself (see Pagination); scrolls sideways inside its own frame on a narrow screen. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { label, rows, empty, density, stickyHeader, ...rest } = props;
  return (
    <Label value={label}>
      <AntdScope>
        <AntdTable<Row>
          {...unmeasured}
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
