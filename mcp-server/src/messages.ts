/** Messages as clients really send them, put right before the SDK looks at them. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

type Receive = NonNullable<Transport['onmessage']>;

/** Requests whose `arguments` name values. */
const WITH_ARGUMENTS = new Set(['tools/call', 'prompts/get']);

/** The message without `arguments` that are null, or the reason why they cannot be understood. */
function tidy(message: JSONRPCMessage): JSONRPCMessage | string {
  if (!('method' in message) || !WITH_ARGUMENTS.has(message.method)) return message;
  const { arguments: given, ...params } = message.params ?? {};
  if (given === null) return { ...message, params };
  const isNamed = given === undefined || (typeof given === 'object' && !Array.isArray(given));
  return isNamed ? message : 'arguments must be an object that names each value, or be left out.';
}

/** Makes a connected transport tolerant; answers what it cannot put right with a sentence instead of a dump of the SDK's schema. */
export function tolerateMessages(transport: Transport): void {
  const receive = transport.onmessage;
  const onmessage: Receive = (message, extra) => {
    const tidied = tidy(message);
    if (typeof tidied !== 'string') return receive?.(tidied, extra);
    if (!('id' in message) || message.id === undefined) return;
    const error = { code: ErrorCode.InvalidParams, message: tidied };
    void transport.send({ jsonrpc: '2.0', id: message.id, error }, { relatedRequestId: message.id });
  };
  transport.onmessage = onmessage;
}
