/**
 * Rules shared by host, remotes and service. They use no schemas, so browsers do not load zod for them. Not shared at run time: each
 * program bundles the rules that it uses.
 */
export * from './analyticsRange';
export * from './activeScope';
export * from './auditActions';
export * from './csv';
export * from './days';
export * from './download';
export * from './exactNumbers';
export * from './foldedText';
export * from './formatNumber';
export * from './ids';
export * from './invitationLink';
export * from './lastVisit';
export * from './letters';
export * from './limits';
export * from './memoryTitle';
export * from './nameFinder';
export * from './normalizeText';
export * from './describeError';
export * from './roles';
export * from './safeLink';
export * from './signIn';
export * from './trace';
export * from './typingTarget';
export * from './unreadable';
export * from './visibleText';
export * from './writeAccess';
export * from './blockFields';
export * from './notificationTypes';
