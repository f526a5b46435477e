/**
 * Formats a number in English: `1,234`, with at most three decimals. Avoids `Intl`, whose first use on a page takes as long as several
 * rows.
 */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
