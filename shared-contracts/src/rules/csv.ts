/** Tables as files. What a spreadsheet would take for a formula is written as text, and read back as it was. */

/**
 * What a spreadsheet would take for a formula begins with one of these, perhaps behind what cannot be seen; an apostrophe in
 * front makes it text. A text that has the apostrophe itself gets one more.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/u;

/** One cell: quoted when it must be, never a formula. */
export function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its line break. The first of a file begins with a byte order mark: without it a spreadsheet takes other letters than English ones for something else. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A cell as it was before it was made text. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
