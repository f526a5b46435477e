/** CSV export and import. Text that a spreadsheet would treat as a formula is escaped on write and restored on read. */

/**
 * Start of a text that a spreadsheet would treat as a formula, possibly after invisible characters. A leading apostrophe makes it plain
 * text; a text that already starts with one gets another.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/u;

/** One cell: quoted if necessary, never a formula. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its line break. Start the file with a byte order mark: spreadsheets misread non-ASCII letters without it. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Restores a cell that `csvCell` escaped. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
