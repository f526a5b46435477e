/** The typed client and its errors: all that browser code may use of the wire at run time. */
export * from './errors';
export * from './request';
export * from './client';
export * from './events';
export * from './searchMetadata';
export type * from './types';
