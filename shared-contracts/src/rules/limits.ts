/** Sizes that the service accepts, in characters unless stated otherwise. Forms apply them before the service has to refuse. */

/** Rows of the largest page of a list. */
export const MAX_PAGE_SIZE = 1000;
export const MAX_IMPORT_ROWS = 500;
/** Memory blocks of one call of a bulk edit, and the keywords that it adds or removes. */
export const MAX_EDITS = 100;
export const MAX_EDITED_KEYWORDS = 50;
/** Largest body of a request, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Longest path and query of a request: servers on the way take 16 KiB with the headers. */
export const MAX_ADDRESS = 12_000;

/** Content, lessons learned and errors of a memory block, each: what the full-text index can take. */
export const MAX_TEXT = 200_000;
export const MAX_SEARCH_TEXT = 4000;
/** A ranking ends after so many hits: what comes later answers no question. */
export const MAX_SEARCH_SKIP = 1000;
/** Hits that a caller names as seen. */
export const MAX_SEEN_HITS = 200;
/** Of what a search would find otherwise, so many are counted. */
export const MAX_COUNTED_ALTERNATIVES = 100;
/** Of the memories that are not indexed by meaning yet, so many are counted. */
export const MAX_COUNTED_UNINDEXED = 10_000;
/** Memories that the tool `recall` answers with unless asked otherwise, and at most. */
export const RECALL_LIMIT = 10;
export const MAX_RECALLED = 200;
/** Characters that are kept of what an agent searched for. */
export const MAX_RECORDED_QUERY = 1000;
/** Memories that are kept of one call of an agent. */
export const MAX_ACTIVITY_MEMORIES = 20;
/** An agent without a call for so many days is silent. */
export const SILENT_DAYS = 5;
export const MAX_PINNED_QUESTIONS = 200;
/** Memories that one pinned question expects. */
export const MAX_EXPECTED_MEMORIES = 20;
/** Changes that are tried at once before they are confirmed. */
export const MAX_CHECKED_CHANGES = 1000;
/** Saved views of one person in a workspace, and as many that are shared there. */
export const MAX_SAVED_VIEWS = 50;
/** Views that a person pins to the sidebar in a workspace: each has a count. */
export const MAX_PINNED_VIEWS = 5;
export const MAX_VIEW_NAME = 80;
/** Parameters of the address that a view keeps. */
export const MAX_VIEW_PARAMETERS = 30;
export const MAX_AGENT_NAME = 255;
export const MAX_AGENT_DESCRIPTION = 10_000;
export const MAX_KEYWORD = 255;
/** Changes of one call that cleans keywords, and keywords of one change. */
export const MAX_KEYWORD_CHANGES = 500;
export const MAX_INSTRUCTIONS = 4000;
export const MAX_ORGANIZATION_NAME = 255;
export const MAX_EMAIL = 320;
export const MAX_DISPLAY_NAME = 80;
export const MAX_TOKEN_NAME = 100;
export const MAX_SUPPORT_MESSAGE = 4000;
/** One fact about the browser or the build that goes with a support message. */
export const MAX_SUPPORT_FACT = 2000;
