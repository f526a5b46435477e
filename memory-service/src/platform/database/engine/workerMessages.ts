/** Messages between the main thread and the database's worker thread. */

/** Start request: the data folder, the template for a new one, and the listen address. */
export interface WorkerRequest {
  folder: string;
  template: string | undefined;
  listen: { kind: 'socket'; path: string } | { kind: 'loopback' };
}

/** `port` is set if the worker listens on loopback TCP. Any message to the worker asks it to close. */
export type WorkerMessage =
  | { kind: 'ready'; port: number | undefined }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };
