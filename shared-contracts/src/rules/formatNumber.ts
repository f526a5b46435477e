/**
 * A number as the English sentences around it write it: `1,234`, at most three digits after the point. Not by `Intl`, whose first use in a
 * page takes as long as several rows.
 */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
