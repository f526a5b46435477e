/** How many rows and pages there are, also where a service does not say so. */
import type { Rows } from '@hindsight/shared-contracts/api/client';

export interface PageTotal {
  count: number;
  /** The service did not say: there are at least so many. */
  atLeast: boolean;
}

/** The number of rows of a list, judged from one of its pages. */
export function pageTotal(rows: Rows<unknown>, page: number, size: number): PageTotal {
  if (rows.total !== null) return { count: Math.max(0, rows.total), atLeast: false };
  if (rows.items.length === 0) return { count: 0, atLeast: false };
  const isFull = rows.items.length >= size;
  return { count: (page - 1) * size + rows.items.length + (isFull ? 1 : 0), atLeast: isFull };
}

/** `1 memory block`, `2,410 memory blocks`, `at least 13 memory blocks`. */
export function countText({ count, atLeast }: PageTotal): string {
  return `${atLeast ? 'at least ' : ''}${count.toLocaleString()} memory ${count === 1 ? 'block' : 'blocks'}`;
}
