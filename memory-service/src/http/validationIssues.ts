/** Words failed validations as the public service does: a list of `{type, loc, msg, input}`. */
import type { FastifyError, FastifyRequest } from 'fastify';

/** One complaint on the wire. */
export interface WireIssue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
}

/** The parts of a zod issue that the words depend on. */
interface Issue {
  code: string;
  message: string;
  path: PropertyKey[];
  expected?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
  values?: unknown[];
}

const SOURCES = { querystring: 'query', params: 'path', body: 'body', headers: 'header' } as const;
const MAX_ECHO = 200;

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, key) =>
      typeof current === 'object' && current !== null && Object.hasOwn(current, key)
        ? (current as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

/** What was sent, short enough to be shown. */
function echo(input: unknown): unknown {
  return typeof input === 'string' && input.length > MAX_ECHO ? `${input.slice(0, MAX_ECHO)}…` : input;
}

function sentence(issue: Issue, input: unknown): { type: string; msg: string } {
  const unit = issue.origin === 'string' ? ' characters' : '';
  switch (issue.code) {
    case 'invalid_type':
      if (input === undefined) return { type: 'missing', msg: 'This field is required.' };
      if (issue.expected === 'number' || issue.expected === 'int') {
        return { type: 'int_parsing', msg: 'Enter a whole number.' };
      }
      return {
        type: 'invalid_type',
        msg: `This must be ${issue.expected === 'object' ? 'an' : 'a'} ${issue.expected}.`,
      };
    case 'too_big':
      return { type: 'less_than_equal', msg: `This must be at most ${issue.maximum}${unit}.` };
    case 'too_small':
      return { type: 'greater_than_equal', msg: `This must be at least ${issue.minimum}${unit}.` };
    case 'invalid_value':
      return { type: 'enum', msg: `This must be one of: ${(issue.values ?? []).join(', ')}.` };
    default:
      return { type: issue.code, msg: issue.message };
  }
}

/** The complaints of a failed validation, with where the value came from and what it was. */
export function describeIssues(error: FastifyError, request: FastifyRequest): WireIssue[] {
  const context = error.validationContext as keyof typeof SOURCES;
  const source = { querystring: request.query, params: request.params, body: request.body, headers: {} }[
    context
  ];
  return (error.validation ?? []).map((entry) => {
    const issue = (entry.params as { issue: Issue }).issue;
    const input = at(source, issue.path);
    const loc = [SOURCES[context], ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
    return { ...sentence(issue, input), loc, ...(input === undefined ? {} : { input: echo(input) }) };
  });
}
