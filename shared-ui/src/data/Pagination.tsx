/** Steps through the pages of a list. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Later, listControl } from './Later';
import styles from './Pagination.module.css';

interface PaginationProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onChange(page: number, pageSize: number): void;
  /** Offers other page sizes when given. */
  pageSizes?: number[];
  /** What is paged, e.g. `memory blocks`; names the navigation and the summary. */
  label: string;
}

/** `1-12 of 240 memory blocks`; nothing for an empty list. */
export function rangeText(page: number, pageSize: number, total: number, label: string): string {
  if (total === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return `${formatNumber(first)}-${formatNumber(last)} of ${formatNumber(total)} ${label}`;
}

const PageButtons = listControl('PageButtons');

/** Hidden while everything fits on one page and no other page size is offered. */
export function Pagination({ page, pageSize, total, onChange, pageSizes, label }: PaginationProps) {
  if (total <= pageSize && !pageSizes) return null;
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pages}>
      <span className={styles.range}>{rangeText(page, pageSize, total, label)}</span>
      <Later label="Pages" place={<span className={styles.buttons} />}>
        <PageButtons
          current={page}
          pageSize={pageSize}
          total={total}
          onChange={onChange}
          showSizeChanger={pageSizes !== undefined}
          pageSizeOptions={pageSizes}
        />
      </Later>
    </nav>
  );
}
