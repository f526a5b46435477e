/** Fakes of the interfaces in this package, and the people of the demo workspace. */
export * from './fakeShell';
export * from './demoPeople';
