/** The kind of our own JSON export and the version of its format, so that an import recognizes what it can read. */
export const EXPORT_KIND = 'hindsight-memory-blocks';
export const EXPORT_VERSION = 2;
