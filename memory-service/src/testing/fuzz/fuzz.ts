/** Sends valid and invalid requests for every operation of the OpenAPI document, and reports responses that a client must never see. */
import type { FastifyInstance } from 'fastify';
import { randomFor } from '../../demo/random';
import { createValues } from './values';
import type { Schema } from './values';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

interface Operation {
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** A caller: headers, and a name for the report. */
interface Caller {
  name: string;
  headers: Record<string, string>;
}

export interface FuzzOptions {
  callers: readonly Caller[];
  /** Existing ids; ids from responses are added. */
  ids: readonly string[];
  /** Requests per operation. */
  rounds: number;
  seed: number;
}

/** A violation, with the request that caused it. */
export interface Finding {
  operation: string;
  caller: string;
  status: number;
  problem: string;
  request: string;
}

/** Leaked internals: SQL, database errors, source paths, stack traces. */
const INSIDE =
  /\bselect\b[^"]{1,80}\bfrom\b|insert into|violates|syntax error at|relation \\?"|column \\?"|pg_|SQLSTATE|drizzle|node_modules|memory-service\/|\.[jt]s:\d+|\n[ \t]+at /i;

const MOST_IDS = 300;

function findProblem(operation: Operation, status: number, body: string, sent: string): string | undefined {
  if (status >= 500) return `answered ${status}: ${body.slice(0, 200)}`;
  if (!(String(status) in operation.responses)) return `status ${status} is not documented`;
  if (status === 204) return body === '' ? undefined : 'a 204 with a body';
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return `not JSON: ${body.slice(0, 100)}`;
  }
  if (status < 400) return undefined;
  const detail = (answer as { detail?: unknown }).detail;
  if (typeof detail !== 'string' && !Array.isArray(detail)) return 'error response has no detail';
  const trace = INSIDE.exec(body);
  // A validation error may echo the caller's input; that is not a leak.
  return trace && !sent.includes(trace[0]) ? `leaks internals: ${trace[0]}` : undefined;
}

/** Fuzzes every operation `rounds` times. @returns the findings; empty if there are no violations. */
export async function fuzz(app: FastifyInstance, options: FuzzOptions): Promise<Finding[]> {
  const document = JSON.parse((await app.inject({ url: '/openapi.json' })).body) as Document;
  const random = randomFor(options.seed, 'fuzz');
  const ids = [...options.ids];
  const values = createValues(random, ids);
  const findings: Finding[] = [];

  const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const parameter = ({ schema, name }: Parameter, isBroken: boolean) => {
    if (isBroken) return asText(values.hostile());
    return name === 'id' || name.endsWith('_id') ? random.pick(ids) : asText(values.fitting(schema));
  };

  const attempt = async (path: string, method: string, operation: Operation) => {
    const isBroken = random.chance(0.5);
    const caller = random.pick(options.callers);
    const known = operation.parameters.filter((one): one is Parameter => 'in' in one);
    const isMutated = () => isBroken && random.chance(0.3);
    let url = path;
    const query: string[] = [];
    for (const one of known) {
      if (one.in === 'query' && !one.required && random.chance(0.5)) continue;
      // Lone surrogates cannot be URL-encoded.
      const text = encodeURIComponent(parameter(one, isMutated()).replace(/\p{Surrogate}/gu, '\ufffd'));
      if (one.in === 'path') url = url.replace(`{${one.name}}`, text || 'x');
      else query.push(`${one.name}=${text}`);
    }
    const schema = operation.requestBody?.content['application/json']?.schema;
    const fitting = schema && values.fitting(schema);
    const body = schema && JSON.stringify(isBroken && random.chance(0.8) ? values.broken(fitting) : fitting);
    const garbled = body !== undefined && isBroken && random.chance(0.05) ? body.slice(0, -1) : body;
    const target = query.length > 0 ? `${url}?${query.join('&')}` : url;
    const response = await app.inject({
      method: method.toUpperCase() as 'GET',
      url: target,
      headers: {
        ...caller.headers,
        ...(random.chance(0.8) && { 'x-active-scope': random.pick(['personal', 'organization', 'public']) }),
        ...(random.chance(0.6) && { 'x-organization-id': random.pick(options.ids) }),
        ...(random.chance(0.1) && { prefer: 'respond-async' }),
        ...(garbled !== undefined && { 'content-type': 'application/json' }),
      },
      ...(garbled !== undefined && { payload: garbled }),
    });
    for (const [id] of response.body.matchAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)) {
      if (ids.length < MOST_IDS) ids.push(id);
      else if (random.chance(0.05)) ids[random.between(options.ids.length, MOST_IDS - 1)] = id;
    }
    const problem = findProblem(operation, response.statusCode, response.body, `${target} ${garbled ?? ''}`);
    if (problem === undefined) return;
    findings.push({
      operation: `${method.toUpperCase()} ${path}`,
      caller: caller.name,
      status: response.statusCode,
      problem,
      request: `${target.slice(0, 300)} ${(garbled ?? '').slice(0, 500)}`,
    });
  };

  for (let round = 0; round < options.rounds; round += 1) {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        // A successful event stream never ends; dedicated tests cover its errors.
        if (!JSON.stringify(operation.responses).includes('text/event-stream'))
          await attempt(path, method, operation);
      }
    }
  }
  return findings;
}
