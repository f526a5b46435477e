/** Fakes of the interfaces in this package, the people of the demo workspace, and what pages ask first. */
export * from './fakeShell';
export * from './firstQueries';
export * from './demoPeople';
