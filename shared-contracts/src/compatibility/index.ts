/**
 * The compatibility adapter: an API client in front of a service that is not ours, such as the public one, which answers as our
 * service does. It is the one place that knows of other services. The host loads it only when `/build-info` and `/user-info` name no
 * capabilities, so it may bring the schemas of the wire along (docs/adr/0154-one-wire-and-an-adapter.md).
 */
import './withoutEval';
import type { ApiClient, CallKey } from '../api/client/types';
import { createBulkHandlers } from './bulk';
import { changeHandlers } from './changes';
import { figureHandlers } from './figures';
import { importHandlers } from './importBlocks';
import { listHandlers } from './lists';
import { createSendOrFind, EVIDENCE } from './lostAnswers';
import { missingHandlers } from './missing';
import { searchHandlers } from './search';
import { createService, type AnyInput, type Service } from './service';

type AnyHandler = (service: Service, input: AnyInput) => Promise<unknown>;

/**
 * @param client of the other service.
 * @returns a client with the same calls. What the service cannot do at all is refused with ApiError 501 where a person asked for it,
 * and is empty where a page would merely show less.
 */
export function createCompatibilityAdapter(client: ApiClient): ApiClient {
  const service = createService(client);
  const sendOrFind = createSendOrFind();
  const handlers = {
    ...listHandlers,
    ...figureHandlers,
    ...searchHandlers,
    ...changeHandlers,
    ...missingHandlers,
    ...importHandlers,
    ...createBulkHandlers(),
  } as Partial<Record<CallKey, AnyHandler>>;
  const evidence = EVIDENCE as Partial<Record<CallKey, AnyHandler>>;

  async function call(key: CallKey, input: AnyInput = {}): Promise<unknown> {
    const handle = handlers[key];
    const send = () => (handle ? handle(service, input) : service.ask(key, input as never));
    const find = evidence[key];
    if (!find) return send();
    return sendOrFind(input.idempotencyKey, send, () => find(service, input));
  }
  return { call: call as ApiClient['call'] };
}
