/** Words failed validations as the public service does: a list of `{type, loc, msg, input}`. */
import type { FastifyError, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** One complaint on the wire. */
export interface WireIssue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
}

/** The facts of a failed check that the words depend on. */
interface Facts {
  expected?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
  values?: unknown[];
}

/** What the validator hands over: `keyword` is the kind of check, `instancePath` the place, `/`-separated. */
interface Entry {
  keyword: string;
  instancePath: string;
  message?: string | undefined;
  params: Facts;
}

const SOURCES = { querystring: 'query', params: 'path', body: 'body', headers: 'header' } as const;
const MAX_ECHO = 200;

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null && Object.hasOwn(current, key)
        ? (current as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** What was sent, short enough to be shown. */
function echo(input: unknown): unknown {
  return typeof input === 'string' && input.length > MAX_ECHO ? `${input.slice(0, MAX_ECHO)}…` : input;
}

const A_TYPE: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The bound of a check with what is counted: characters of a text, entries of a list. */
function describeBound({ origin }: Facts, size: number | bigint | undefined): string {
  const isOne = Number(size) === 1;
  if (origin === 'string') return `${size} ${isOne ? 'character' : 'characters'}`;
  if (origin === 'array') return `${size} ${isOne ? 'entry' : 'entries'}`;
  return String(size);
}

/** The words of a schema itself, if it has any: the validator's own begin with its terms. */
const ownWords = (message: string | undefined): string | undefined =>
  message === undefined || /^(Invalid|Too) /.test(message) ? undefined : message;

function sentence({ keyword, message, params }: Entry, input: unknown): { type: string; msg: string } {
  const own = ownWords(message);
  switch (keyword) {
    case 'invalid_type':
      if (input === undefined) return { type: 'missing', msg: 'This field is required.' };
      if (params.expected === 'int') return { type: 'int_parsing', msg: 'Enter a whole number.' };
      if (params.expected === 'number') return { type: 'int_parsing', msg: 'Enter a number.' };
      return {
        type: 'invalid_type',
        msg: `This must be ${A_TYPE[params.expected ?? ''] ?? 'something else'}.`,
      };
    case 'too_big':
      return {
        type: 'less_than_equal',
        msg: own ?? `This must be at most ${describeBound(params, params.maximum)}.`,
      };
    case 'too_small':
      return {
        type: 'greater_than_equal',
        msg: own ?? `This must be at least ${describeBound(params, params.minimum)}.`,
      };
    case 'invalid_value':
      return { type: 'enum', msg: `This must be one of: ${(params.values ?? []).join(', ')}.` };
    default:
      return { type: keyword, msg: own ?? 'This value cannot be used here.' };
  }
}

/** Why a value does not fit a schema, in one sentence that names the first field. */
export function reasonOfIssues(issues: readonly z.core.$ZodIssue[], value: unknown): string {
  const [issue] = issues;
  if (!issue) return 'This value cannot be used here.';
  const { code, message, path } = issue;
  const place = path.map((part) => (typeof part === 'number' ? part : String(part)));
  const params = issue as Facts;
  const { msg } = sentence({ keyword: code, instancePath: '', message, params }, at(value, place));
  return place.length > 0 ? `${place.join('.')}: ${msg}` : msg;
}

/** The complaints of a failed validation, with where the value came from and what it was. */
export function describeIssues(error: FastifyError, request: FastifyRequest): WireIssue[] {
  const context = error.validationContext as keyof typeof SOURCES;
  const source = { querystring: request.query, params: request.params, body: request.body, headers: {} }[
    context
  ];
  const entries = (error.validation ?? []) as Entry[];
  return entries.map((entry) => {
    const path = entry.instancePath
      .split('/')
      .filter((key) => key !== '')
      .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const input = at(source, path);
    const wire = { ...sentence(entry, input), loc: [SOURCES[context], ...path] };
    return input === undefined ? wire : { ...wire, input: echo(input) };
  });
}
