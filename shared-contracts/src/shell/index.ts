/** The agreement between host and remotes, with the hooks that carry it. */
export type * from './shell';
export * from './context';
export * from './failure';
export * from './lazyPage';
export * from './remoteModule';
export * from './usePreference';
export * from './useScopeChanges';
