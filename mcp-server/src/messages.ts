/** Normalizes messages as clients really send them, before the SDK validates them. */
import { INVALID_PARAMS, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

type Receive = NonNullable<Transport['onmessage']>;

/** Requests whose `arguments` are named values. */
const WITH_ARGUMENTS = new Set(['tools/call', 'prompts/get']);

/** Argument names of earlier tools, which agents know from their notes. */
const EARLIER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recall: { agent_id: 'agent', search_query: 'query' },
  get: { memory_block_id: 'id' },
  remember: { agent_id: 'agent', lesson: 'lessons_learned' },
  update: { memory_block_id: 'id', agent_id: 'agent', lesson: 'lessons_learned' },
  feedback: { memory_block_id: 'id', feedback_type: 'rating', feedback_details: 'reason', comment: 'reason' },
};

function renameArguments(tool: unknown, given: object): object {
  const names = EARLIER_NAMES[String(tool)] ?? {};
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => [
    names[name] && !(names[name] in given) ? names[name] : name,
    value,
  ]);
  return Object.fromEntries(entries);
}

/** The message without null `arguments`, or the reason why they are invalid. */
function normalizeArguments(message: JSONRPCMessage): JSONRPCMessage | string {
  if (!('method' in message) || !WITH_ARGUMENTS.has(message.method)) return message;
  const { arguments: given, ...params } = message.params ?? {};
  if (given === null) return { ...message, params };
  if (given === undefined) return message;
  if (typeof given !== 'object' || Array.isArray(given))
    return 'arguments must be an object that names each value, or be left out.';
  return { ...message, params: { ...params, arguments: renameArguments(params['name'], given) } };
}

/** Schema issues that the SDK appends to a message. */
const DUMP = /(^|: )(\[\n[^]*\])$/;

const describeIssue = ({ path, message }: { path: readonly PropertyKey[]; message: string }) =>
  `${path.map(String).join('.')}: ${message}`;

/** Rewrites an error to say in sentences what is wrong with a request. */
function cleanErrorMessage(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const [whole, lead = '', dump] = DUMP.exec(message.error.message) ?? [];
  if (whole === undefined || dump === undefined) return message;
  const issues = JSON.parse(dump) as Parameters<typeof describeIssue>[0][];
  const text = message.error.message.slice(0, -whole.length) + lead + issues.map(describeIssue).join('; ');
  return { ...message, error: { code: INVALID_PARAMS, message: `${text}.` } };
}

/** Makes a connected transport lenient, and answers invalid messages with a sentence instead of an SDK schema dump. */
export function tolerateMessages(transport: Transport): void {
  const receive = transport.onmessage;
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(cleanErrorMessage(message), options);
  const onmessage: Receive = (message, extra) => {
    const tidied = normalizeArguments(message);
    if (typeof tidied !== 'string') return receive?.(tidied, extra);
    if (!('id' in message) || message.id === undefined) return;
    const error = { code: INVALID_PARAMS, message: tidied };
    void transport.send({ jsonrpc: '2.0', id: message.id, error }, { relatedRequestId: message.id });
  };
  transport.onmessage = onmessage;
}
