/** Numbers as a person reads them. */

let format: Intl.NumberFormat | undefined;

/**
 * `1,234` in the person's own way. Below a thousand there is nothing to set apart, and `Intl`, whose first use in a page takes as long as
 * several rows, is not needed.
 */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  return (format ??= new Intl.NumberFormat()).format(value);
}
