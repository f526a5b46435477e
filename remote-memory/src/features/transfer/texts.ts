/** The texts of export and import. */

export const ALL_EXPORTED = 'everything in this workspace that is not archived';
export const FILTERED_EXPORTED = 'what matches your filters';
export const HITS_EXPORTED = 'the hits of your search';
export const IMPORT_INTRODUCTION =
  'An export of this dashboard, or Markdown such as CLAUDE.md and AGENTS.md. You review everything before it is stored.';
export const FILE_TOO_LARGE = 'The file is larger than 50 MB.';
export const FILE_UNREADABLE = 'The file could not be read.';
export const MARKDOWN_HINT =
  'In Markdown, each bullet becomes a lesson, with the headings above it as its context.';
export const AGENT_HINT = 'For memories whose agent is not in this workspace.';
export const COMPARE_FAILED =
  'Nothing was stored, because the memories could not be compared with this workspace:';
