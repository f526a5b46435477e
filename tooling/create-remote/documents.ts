/** The package tables in the documents. */

const ROW = /^\| `remote-[^\n]*\n/gm;

/**
 * @param text of a document with a table that has a row for each remote.
 * @param row of the new remote, without line break.
 * @returns the text with the row inserted after the other remotes.
 * @throws Error when the table is missing.
 */
export function withRow(document: string, text: string, row: string): string {
  const last = [...text.matchAll(ROW)].at(-1);
  if (!last) throw new Error(`${document} is missing its table of remotes. Restore it, then continue.`);
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}${row}\n${text.slice(end)}`;
}

/** Rows of a new remote, by document. */
export const placeholderValues = (
  name: string,
  displayName: string,
  port: number,
): Record<string, string> => ({
  'README.md': `| \`remote-${name}\` | ${displayName} | port ${port} |`,
  'ARCHITECTURE.md': `| \`remote-${name}\` | ${displayName} | contracts, ui |`,
});
