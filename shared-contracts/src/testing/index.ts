/** Test doubles of the promises in this package. */
export * from './fakeShell';
export * from './demoPeople';
