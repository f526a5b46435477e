/** Formats failed validations as the public service does: a list of `{type, loc, msg, input}`. */
import type { FastifyError, FastifyRequest } from 'fastify';
import { INVALID_VALUE, useValidationSentences } from '@hindsight/shared-contracts/api';
import type { z } from 'zod';

useValidationSentences();

/** One issue on the wire. */
export interface WireIssue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
}

/** Issue from the validator: `keyword` is the kind of check, `instancePath` the location, `/`-separated. */
interface Entry {
  keyword: string;
  instancePath: string;
  message?: string | undefined;
  params: { expected?: string };
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

/** The input, shortened for display. */
function echo(input: unknown): unknown {
  return typeof input === 'string' && input.length > MAX_ECHO ? `${input.slice(0, MAX_ECHO)}…` : input;
}

/** The public service's name for a kind of failed check. */
function wireType({ keyword, params }: Entry, input: unknown): string {
  switch (keyword) {
    case 'invalid_type':
      if (input === undefined) return 'missing';
      return params.expected === 'int' || params.expected === 'number' ? 'int_parsing' : keyword;
    case 'too_big':
      return 'less_than_equal';
    case 'too_small':
      return 'greater_than_equal';
    case 'invalid_value':
      return 'enum';
    default:
      return keyword;
  }
}

/** Why a value does not match a schema, in one sentence that names the first field. */
export function summarizeIssues([issue]: readonly z.core.$ZodIssue[]): string {
  if (!issue) return INVALID_VALUE;
  return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${issue.message}` : issue.message;
}

/** Issues of a failed validation, with the source and value of each input. */
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
    const wire = {
      type: wireType(entry, input),
      msg: entry.message ?? INVALID_VALUE,
      loc: [SOURCES[context], ...path],
    };
    return input === undefined ? wire : { ...wire, input: echo(input) };
  });
}
