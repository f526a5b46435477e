/** Messages between the main thread and the database's worker thread. */

/** Start order: where the data is, what to copy when there is none, and where to listen. */
export interface WorkerRequest {
  folder: string;
  template: string | undefined;
  listen: { kind: 'socket'; path: string } | { kind: 'loopback' };
}

/** `port` is set when the worker listens on loopback TCP. Any message to the worker asks it to close. */
export type WorkerMessage =
  | { kind: 'ready'; port: number | undefined }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string };
