/** Generates the client's types from the endpoint table, because a downloaded package cannot use the workspace's types. */
import type { EndpointSchemas } from '@hindsight/shared-contracts/api';
import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema | boolean;

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (parts: readonly string[]) => [...new Set(parts)].join(' | ') || 'never';

function objectType({
  properties = {},
  required = [],
  additionalProperties,
}: z.core.JSONSchema.ObjectSchema): string {
  const fields = Object.entries(properties).map(
    ([name, value]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${toType(value)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  return typeof additionalProperties === 'object'
    ? `Record<string, ${toType(additionalProperties)}>`
    : 'Record<string, unknown>';
}

function toType(schema: Schema): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return union(options.map(toType));
  if (schema.allOf) return schema.allOf.map((part) => `(${toType(part)})`).join(' & ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `(${toType((schema.items as Schema | undefined) ?? true)})[]`;
    case 'object':
      return objectType(schema as z.core.JSONSchema.ObjectSchema);
    default:
      return 'unknown';
  }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' });

/** One part of a call's input; optional when all its fields are. */
function partType(name: string, schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const described = jsonSchema(schema, 'input');
  const isOptional = described.type === 'object' && (described.required ?? []).length === 0;
  return [`${name}${isOptional ? '?' : ''}: ${toType(described)}`];
}

const callType = ([name, { params, query, body, response, summary }]: [string, EndpointSchemas]) => {
  const parts = [
    ...partType('params', params),
    ...partType('query', query),
    ...partType('body', body),
    `answer: ${response ? toType(jsonSchema(response, 'output')) : 'null'}`,
  ];
  return `  /** ${summary.replaceAll('*/', '* /')} */\n  '${name}': { ${parts.join('; ')} };`;
};

const CLIENT = `
type Input<C> = Omit<C, 'answer'> & { signal?: AbortSignal; idempotencyKey?: string };
type Recall = 'GET /memory-blocks/search/hybrid';
type Remember = Calls['POST /memory-blocks/remember'];

export interface Client {
  /** Makes one call. Throws ApiError for a status other than success, NetworkError when no answer came. */
  call<K extends keyof Calls>(
    key: K,
    ...input: object extends Input<Calls[K]> ? [input?: Input<Calls[K]>] : [input: Input<Calls[K]>]
  ): Promise<Calls[K]['answer']>;
  recall(question: string, query?: Omit<NonNullable<Calls[Recall]['query']>, 'query'>): Promise<Calls[Recall]['answer']>;
  remember(
    memory: Omit<Remember['body'], 'conversation_id'> & Partial<Remember['body']>,
  ): Promise<Remember['answer']>;
}

export interface ClientOptions {
  /** Address of the service, e.g. https://hindsight.example.org/api. */
  url: string;
  token: string;
  /** Who remembers, where a call names none. */
  agentId?: string;
  /** The workspace of calls that name none; without it, the token decides. */
  organizationId?: string | 'personal';
}

export function createClient(options: ClientOptions): Client;
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string | null;
  readonly code: string | null;
}
export class NetworkError extends Error {}
`;

/** The type declaration file of the client. */
export const clientTypes = (endpoints: Readonly<Record<string, EndpointSchemas>>): string =>
  [
    '/** Made from the endpoint table of Hindsight. */',
    'export interface Calls {',
    ...Object.entries(endpoints).map(callType),
    '}',
    CLIENT,
  ].join('\n');
