/**
 * The API contract: zod schemas and the endpoint table.
 * Servers and tools import values from here; browser code imports types only, so that no schema ends up in a bundle.
 */
export * from './endpoint';
export * from './validationSentence';
export * from './common';
export * from './requestHeaders';
export * from './session';
export * from './tokens';
export * from './deviceGrants';
export * from './oauthRequests';
export * from './audits';
export * from './keywords';
export * from './memoryFilters';
export * from './blockFields';
export * from './memoryBlocks';
export * from './feedback';
export * from './keywordCalls';
export * from './keywordCleanup';
export * from './agents';
export * from './agentActivity';
export * from './organizations';
export * from './members';
export * from './invitations';
export * from './support';
export * from './notifications';
export * from './consolidation';
export * from './betaAccess';
export * from './search';
export * from './review';
export * from './savedViews';
export * from './visits';
export * from './secrets';
export * from './analytics';
export * from './generatedBy';
export * from './jobs';
export * from './events';
export * from './compaction';
export * from './bulkBlocks';
export * from './editBlocks';
export * from './importBlocks';
export * from './bulkOperations';
export * from './languageModel';
export * from './pruning';
export * from './optimization';
export * from './pinnedQuestions';
export * from './endpoints';
