/** Sizes that the service accepts, in characters unless stated otherwise. Forms apply them before the service has to refuse. */

/** Rows of the largest page of a list. */
export const MAX_PAGE_SIZE = 1000;
/** Rows of one import call. */
export const MAX_IMPORT_ROWS = 500;
/** Largest body of a request, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Content, lessons learned and errors of a memory block, each: what the full-text index can take. */
export const MAX_TEXT = 200_000;
export const MAX_SEARCH_TEXT = 4000;
/** A ranking ends after so many hits: what comes later answers no question. */
export const MAX_SEARCH_SKIP = 1000;
/** Of what a search would find otherwise, so many are counted. */
export const MAX_COUNTED_ALTERNATIVES = 100;
/** Of the memories that are not indexed by meaning yet, so many are counted. */
export const MAX_COUNTED_UNINDEXED = 10_000;
/** Memories that the tool `recall` answers with unless asked otherwise, and at most. */
export const RECALL_LIMIT = 10;
export const MAX_RECALLED = 200;
export const MAX_PINNED_QUESTIONS = 200;
/** Memories that one pinned question expects. */
export const MAX_EXPECTED_MEMORIES = 20;
/** Changes that are tried at once before they are confirmed. */
export const MAX_CHECKED_CHANGES = 1000;
export const MAX_AGENT_NAME = 255;
export const MAX_AGENT_DESCRIPTION = 10_000;
export const MAX_KEYWORD = 255;
export const MAX_INSTRUCTIONS = 4000;
export const MAX_ORGANIZATION_NAME = 255;
export const MAX_EMAIL = 320;
export const MAX_DISPLAY_NAME = 80;
export const MAX_TOKEN_NAME = 100;
export const MAX_SUPPORT_MESSAGE = 4000;
/** One fact about the browser or the build that goes with a support message. */
export const MAX_SUPPORT_FACT = 2000;
