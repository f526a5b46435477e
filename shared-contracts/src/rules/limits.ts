/** Limits of the service, in characters unless stated otherwise. Forms apply them too, before the service has to reject the input. */

/** Maximum page size of a list. */
export const MAX_PAGE_SIZE = 1000;
export const MAX_IMPORT_ROWS = 500;
/** Memories per bulk-edit call, and keywords that it adds or removes. */
export const MAX_EDITS = 100;
export const MAX_EDITED_KEYWORDS = 50;
/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Maximum length of a request's path and query: servers on the way accept 16 KiB including headers. */
export const MAX_ADDRESS = 12_000;

/** Limit for each of content, lessons learned and errors; what the full-text index can hold. */
export const MAX_TEXT = 200_000;
export const MAX_SEARCH_TEXT = 4000;
/** Rankings end after this many hits: anything further down is irrelevant. */
export const MAX_SEARCH_SKIP = 1000;
/** Hits that a caller can list as seen. */
export const MAX_SEEN_HITS = 200;
/** Counts of fallback suggestions stop here. */
export const MAX_COUNTED_ALTERNATIVES = 100;
/** Counts of memories without an embedding stop here. */
export const MAX_COUNTED_UNINDEXED = 10_000;
/** Number of memories that the tool `recall` returns: default and maximum. */
export const RECALL_LIMIT = 10;
export const MAX_RECALLED = 200;
/** Characters kept of an agent's search query. */
export const MAX_RECORDED_QUERY = 1000;
/** Memories kept per agent call. */
export const MAX_ACTIVITY_MEMORIES = 20;
/** An agent without a call for this many days counts as silent. */
export const SILENT_DAYS = 5;
export const MAX_PINNED_QUESTIONS = 200;
/** Expected memories per pinned question. */
export const MAX_EXPECTED_MEMORIES = 20;
/** Changes per dry run before confirmation. */
export const MAX_CHECKED_CHANGES = 1000;
/** Private views per person and workspace, and shared views per workspace. */
export const MAX_SAVED_VIEWS = 50;
/** Pinned views per person and workspace: each one shows a count. */
export const MAX_PINNED_VIEWS = 5;
export const MAX_VIEW_NAME = 80;
/** Query parameters in a saved view. */
export const MAX_VIEW_PARAMETERS = 30;
export const MAX_AGENT_NAME = 255;
export const MAX_AGENT_DESCRIPTION = 10_000;
export const MAX_KEYWORD = 255;
/** Changes per keyword-cleanup call, and keywords per change. */
export const MAX_KEYWORD_CHANGES = 500;
export const MAX_INSTRUCTIONS = 4000;
export const MAX_ORGANIZATION_NAME = 255;
export const MAX_EMAIL = 320;
export const MAX_DISPLAY_NAME = 80;
export const MAX_TOKEN_NAME = 100;
export const MAX_SUPPORT_MESSAGE = 4000;
/** One fact about the browser or build, attached to a support message. */
export const MAX_SUPPORT_FACT = 2000;
