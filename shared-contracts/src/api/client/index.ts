/** The typed client and its errors: the only part of the API contract that browser code uses at run time. */
export * from './errors';
export * from './request';
export * from './client';
export * from './events';
export * from './searchMetadata';
export type * from './types';
