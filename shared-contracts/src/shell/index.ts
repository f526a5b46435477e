/** The interface between host and remotes, with its hooks. */
export type * from './shell';
export * from './commands';
export * from './context';
export * from './failure';
export * from './lazyPage';
export * from './remoteModule';
export * from './useDraft';
export * from './usePreference';
export * from './useScopeChanges';
