/** Page navigation of a list. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { IconButton } from '../core/actions/IconButton';
import { Icon } from '../core/icons/Icon';
import styles from './Pagination.module.css';
import { Select } from './Select';

interface PaginationProps {
  /** Current page, from 1. */
  page: number;
  pageSize: number;
  total: number;
  onChange(page: number, pageSize: number): void;
  /** Page sizes to choose from; absent hides the choice. */
  pageSizes?: number[];
  /** Plural noun for the rows, e.g. `memory blocks`; labels the navigation and the summary. */
  label: string;
}

/** `1-12 of 240 memory blocks`; empty for an empty list. */
export function rangeText(page: number, pageSize: number, total: number, label: string): string {
  if (total === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return `${formatNumber(first)}-${formatNumber(last)} of ${formatNumber(total)} ${label}`;
}

/** Page numbers to show: the first, the last, and those around the current page. */
export function pageNumbers(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  return [...new Set(near)];
}

/** Hidden if everything fits on one page and there is no choice of page size. */
export function Pagination({ page, pageSize, total, onChange, pageSizes, label }: PaginationProps) {
  if (total <= pageSize && !pageSizes) return null;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const numbers = pageNumbers(page, last);
  const show = (next: number) => onChange(next, pageSize);
  return (
    <nav aria-label={`Pages of ${label}`} className={styles.pages}>
      <span className={styles.range}>{rangeText(page, pageSize, total, label)}</span>
      <span className={styles.steps}>
        <IconButton label="Previous page" disabled={page <= 1} onClick={() => show(page - 1)}>
          <Icon name="chevron-left" size={18} />
        </IconButton>
        {numbers.map((number, index) => (
          <span key={number}>
            {number - (numbers[index - 1] ?? 0) > 1 && <span className={styles.gap}>…</span>}
            <button
              type="button"
              className={styles.page}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => show(number)}
            >
              {formatNumber(number)}
            </button>
          </span>
        ))}
        <IconButton label="Next page" disabled={page >= last} onClick={() => show(page + 1)}>
          <Icon name="chevron-right" size={18} />
        </IconButton>
        {pageSizes && (
          <Select
            label="Page size"
            value={String(pageSize)}
            options={pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
            onChange={(size) =>
              onChange(Math.floor(((page - 1) * pageSize) / Number(size)) + 1, Number(size))
            }
          />
        )}
      </span>
    </nav>
  );
}
