/**
 * Writes whose answer was lost (docs/adr/0091-a-lost-answer-is-not-a-lost-write.md). A door of its own that is not shared: each remote
 * brings its copy, so that it runs in hosts which are older than these functions (docs/adr/0122-what-a-remote-may-import.md).
 */
import {
  ApiError,
  isAbort,
  NetworkError,
  UnexpectedAnswerError,
} from '@hindsight/shared-contracts/api/client';

/** Whether a write that failed may have been carried out all the same: its answer was lost, or it broke off behind a proxy. */
export function isUncertain(error: unknown): boolean {
  if (isAbort(error)) return true;
  return error instanceof ApiError
    ? error.status >= 500
    : error instanceof NetworkError || error instanceof UnexpectedAnswerError;
}

/**
 * Sends a write; when its answer is lost, looks whether it was carried out.
 * @param isDone asks the service; that it cannot be asked says nothing.
 * @throws what `send` threw, unless the service has what was asked for.
 */
export async function sendOrFind(
  send: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isUncertain(error) || !(await isDone().catch(() => false))) throw error;
  }
}
