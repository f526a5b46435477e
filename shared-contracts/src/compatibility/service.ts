/** The other service as the adapter's parts see it. */
import type { z } from 'zod';
import { endpoints } from '../api/endpoints';
import { ApiError, UnexpectedAnswerError } from '../api/client/errors';
import { assertList, LISTS } from '../api/client/lists';
import type { ApiClient, CallAnswer, CallInput, CallKey } from '../api/client/types';
import type { ActiveScope } from '../events/scope';
import { conform, fieldsOf } from './conform';

/** An input of any call. */
export interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  respondAsync?: boolean;
  scope?: ActiveScope | false;
  signal?: AbortSignal;
}

export interface Service {
  /** Sends a call once; the answer as it came. */
  send(key: CallKey, input?: AnyInput): Promise<unknown>;
  /** Gives an answer the shape of our wire. @throws UnexpectedAnswerError for what cannot be read. */
  shape<K extends CallKey>(key: K, answer: unknown): CallAnswer<K>;
  /** Sends a call once; the answer in the shape of our wire. */
  ask<K extends CallKey>(key: K, input?: CallInput<K>): Promise<CallAnswer<K>>;
}

/** A call that the other service answers differently, or not at all, carried out with what it does answer. */
type Handler<K extends CallKey> = (service: Service, input: CallInput<K>) => Promise<CallAnswer<K>>;
export type Handlers = { readonly [K in CallKey]?: Handler<K> };

/** A bare array where we answer a page, a page where we answer an array, totals that are missing. */
function regroup(key: CallKey, answer: unknown): unknown {
  const place: string | undefined = LISTS[key];
  if (place === undefined) return answer;
  if (place === '') return Array.isArray(answer) ? answer : fieldsOf(answer)['items'];
  if (!Array.isArray(answer)) return answer;
  return { [place]: answer, total_items: answer.length, total_pages: Math.min(answer.length, 1) };
}

function shape<K extends CallKey>(key: K, given: unknown): CallAnswer<K> {
  const { response } = endpoints[key] as { response?: z.ZodType };
  if (!response) return null as CallAnswer<K>;
  const answer = regroup(key, given);
  const place: string | undefined = LISTS[key];
  // Pruning proposals and analyses come as `suggestions` or as `items`.
  if (place !== 'suggestions' || !Array.isArray(fieldsOf(answer)['items'])) assertList(key, answer);
  const result = conform(response, answer) as CallAnswer<K>;
  const rows = (value: unknown) => (place ? fieldsOf(value)[place] : value) as unknown[] | undefined;
  const isUnreadable = place !== undefined && rows(answer)?.length !== 0 && rows(result)?.length === 0;
  if (isUnreadable) throw new UnexpectedAnswerError(200, JSON.stringify(given));
  return result;
}

/** @param client sends the calls; it must not be an adapter itself. */
export function createService(client: ApiClient): Service {
  const call = client.call as (key: string, input: unknown) => Promise<unknown>;
  const send: Service['send'] = (key, input) => {
    const { idempotencyKey: _key, respondAsync: _async, ...rest } = input ?? {};
    return call(key, { ...rest, foreign: true });
  };
  return { send, shape, ask: async (key, input) => shape(key, await send(key, input as AnyInput)) };
}

/** What the other service cannot do at all, for a call that a person asked for. */
export const unsupported = (what: string): ApiError =>
  new ApiError(501, `This service cannot ${what}.`, '', 'not_supported');
