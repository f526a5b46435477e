/** Asks for the stream of changes. The client cannot: it reads answers whole. */
import { newTraceparent } from '../../rules/trace';
import { SESSION_REQUIRED } from '../requestHeaders';
import { isOwnOrigin, resolveBase, toQuery } from './request';
import type { ClientEnvironment } from './types';

interface EventsRequest {
  /** The id of the last event that was received. */
  lastEventId: string | undefined;
  /** Age of what the page shows, in seconds, for a first stream. */
  age: number | undefined;
  signal: AbortSignal;
}

/** The answer with the stream as its body, or a refusal; for a person who is signed in. */
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
