/** The kind of our own JSON export and the version of its format, so that an import recognizes what it can read. */
export const EXPORT_KIND = 'hindsight-memory-blocks';
export const EXPORT_VERSION = 2;

/** A text as the item of a list. */
export const markdownItem = (text: string): string => text.trim().replace(/\r?\n/g, '\n  ');

/** A comment with the fields of a memory, of which none can end it or its line. */
export const markdownComment = (row: object): string =>
  `<!-- memory ${JSON.stringify(row).replace(/[<>\u2028\u2029]|-(?=-)/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)} -->`;
