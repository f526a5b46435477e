/** Events that cross rooms, with validated payloads. */
export * from './scope';
