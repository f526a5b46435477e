/** What the sizes of the contracts are about, for docs/limits.md. A size without an entry does not compile. */
import type * as rules from '@hindsight/shared-contracts/rules';

/** Names of the contracts' numbers. */
type SizeName = {
  [K in keyof typeof rules]: (typeof rules)[K] extends number ? K : never;
}[keyof typeof rules];

interface Size {
  what: string;
  unit: string;
  /** 422 with the field unless stated otherwise. */
  beyond?: string;
}

export const SIZES: Readonly<Record<SizeName, Size>> = {
  MAX_PAGE_SIZE: { what: 'Page of a list, and ids in one call', unit: 'rows' },
  MAX_IMPORT_ROWS: { what: 'One import call', unit: 'rows' },
  MAX_EDITS: { what: 'Memories of one call of a bulk edit', unit: 'memories' },
  MAX_EDITED_KEYWORDS: { what: 'Keywords that a bulk edit adds or removes', unit: 'keywords' },
  MAX_BODY_BYTES: {
    what: 'Body of a request',
    unit: 'bytes',
    beyond: '413 “The request body is too large.”',
  },
  MAX_ADDRESS: {
    what: 'Path and query of a request that the dashboard or `hindsight-mcp` sends',
    unit: 'characters',
    beyond: 'not sent; “The search is too long to be sent. Use fewer words.”',
  },
  MAX_TEXT: { what: 'Content, lessons learned and errors of a memory, each', unit: 'characters' },
  MAX_SEARCH_TEXT: { what: 'Text of a search', unit: 'characters' },
  MAX_SEARCH_SKIP: { what: 'Hits before a page of a search', unit: 'hits' },
  MAX_SEEN_HITS: { what: 'Hits that a search leaves out because they were seen', unit: 'hits' },
  MAX_COUNTED_ALTERNATIVES: {
    what: 'Memories counted of what else would be found',
    unit: 'memories',
    beyond: 'not counted',
  },
  MAX_COUNTED_UNINDEXED: {
    what: 'Memories counted that have no vector yet',
    unit: 'memories',
    beyond: 'not counted',
  },
  RECALL_LIMIT: {
    what: 'Memories that `recall` answers with by default',
    unit: 'memories',
    beyond: 'ask for more',
  },
  MAX_RECALLED: { what: 'Memories that `recall` answers with at most', unit: 'memories' },
  MAX_RECORDED_QUERY: {
    what: 'Text of a search in the activity of agents and the retrievals of memories',
    unit: 'characters',
    beyond: 'cut',
  },
  MAX_ACTIVITY_MEMORIES: {
    what: 'Memories kept of one call of an agent',
    unit: 'memories',
    beyond: 'not kept',
  },
  SILENT_DAYS: {
    what: 'Time without a call after which an agent is silent',
    unit: 'days',
    beyond: 'shown as silent',
  },
  MAX_PINNED_QUESTIONS: { what: 'Pinned questions of a workspace', unit: 'questions', beyond: '409' },
  MAX_EXPECTED_MEMORIES: { what: 'Memories that a pinned question expects', unit: 'memories' },
  MAX_CHECKED_CHANGES: { what: 'Changes tried against the pinned questions at once', unit: 'changes' },
  MAX_SAVED_VIEWS: {
    what: 'Saved views of a person in a workspace, and shared ones of the workspace',
    unit: 'views',
    beyond: '409',
  },
  MAX_PINNED_VIEWS: { what: 'Saved views that one person pins in a workspace', unit: 'views', beyond: '409' },
  MAX_VIEW_NAME: { what: 'Name of a saved view', unit: 'characters' },
  MAX_VIEW_PARAMETERS: { what: 'Filters of a saved view', unit: 'parameters' },
  TITLE_LENGTH: { what: 'Title of a memory, made of its text', unit: 'characters', beyond: 'cut with “…”' },
  MAX_AGENT_NAME: { what: 'Name of an agent', unit: 'characters' },
  MAX_AGENT_DESCRIPTION: { what: 'Description of an agent', unit: 'characters' },
  MAX_KEYWORD: { what: 'Keyword', unit: 'characters' },
  MAX_KEYWORD_CHANGES: { what: 'Merged, renamed and deleted keywords of one call', unit: 'changes' },
  MAX_INSTRUCTIONS: { what: 'Instructions for a compaction', unit: 'characters' },
  MAX_ORGANIZATION_NAME: { what: 'Name of an organization', unit: 'characters' },
  MAX_EMAIL: { what: 'Email address', unit: 'characters' },
  MAX_DISPLAY_NAME: { what: 'Display name of a person', unit: 'characters' },
  MAX_TOKEN_NAME: { what: 'Name of a token', unit: 'characters' },
  MAX_SUPPORT_MESSAGE: { what: 'Support message', unit: 'characters' },
  MAX_SUPPORT_FACT: { what: 'One fact that goes with a support message', unit: 'characters' },
};
