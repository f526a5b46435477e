/** Events that cross package boundaries, with validated payloads. */
export * from './scope';
