/** Fakes of this package's interfaces, the people of the demo workspace, and first queries of pages. */
export * from './fakeShell';
export * from './firstQueries';
export * from './demoPeople';
