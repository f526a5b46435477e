/** Opens the stream of changes. The client cannot: it reads responses whole. */
import { newTraceparent } from '../../rules/trace';
import { SESSION_REQUIRED } from '../requestHeaders';
import { isOwnOrigin, resolveBase, toQuery } from './request';
import type { ClientEnvironment } from './types';

interface EventsRequest {
  /** Id of the last event received. */
  lastEventId: string | undefined;
  /** Age in seconds of the data on the page, for the first stream. */
  age: number | undefined;
  signal: AbortSignal;
}

/** The response with the stream as its body, or an error response; for signed-in people. */
export function requestEvents(
  environment: ClientEnvironment,
  { lastEventId, age, signal }: EventsRequest,
): Promise<Response> {
  const page = environment.pageUrl();
  const base = resolveBase(environment.configuredBase?.(), false, page);
  return (environment.fetch ?? fetch)(`${base}/events${toQuery({ age })}`, {
    headers: {
      Accept: 'text/event-stream',
      traceparent: newTraceparent(),
      ...(isOwnOrigin(base, page) ? SESSION_REQUIRED : {}),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
      ...environment.devHeaders?.(),
    },
    credentials: 'include',
    signal,
  });
}
