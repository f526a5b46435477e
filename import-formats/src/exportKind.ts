/** Kind and format version of our own JSON export, by which an import recognizes files that it supports. */
export const EXPORT_KIND = 'hindsight-memory-blocks';
export const EXPORT_VERSION = 2;

/** Formats a text as a list item. */
export const markdownItem = (text: string): string => text.trim().replace(/\r?\n/g, '\n  ');

/** An HTML comment with the fields of a memory, escaped so that no value can end the comment or its line. */
export const markdownComment = (row: object): string =>
  `<!-- memory ${JSON.stringify(row).replace(/[<>\u2028\u2029]|-(?=-)/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)} -->`;
