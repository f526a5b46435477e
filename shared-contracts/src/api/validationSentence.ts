/** Messages for values that do not match a schema, shared by HTTP responses and MCP tools. */
import { z } from 'zod';

const A_TYPE: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Message for an invalid value whose schema gives no reason. */
export const INVALID_VALUE = 'This value isn’t valid.';

/** A bound with its unit: characters of a text, entries of a list. */
function describeBound(origin: string, bound: number | bigint): string {
  const isOne = Number(bound) === 1;
  if (origin === 'string') return `${bound} ${isOne ? 'character' : 'characters'}`;
  if (origin === 'array') return `${bound} ${isOne ? 'entry' : 'entries'}`;
  return String(bound);
}

function describeExpected(expected: string): string {
  if (expected === 'int') return 'Enter a whole number.';
  if (expected === 'number') return 'Enter a number.';
  return `This must be ${A_TYPE[expected] ?? 'of a different type'}.`;
}

/** Default message for each kind of issue, for schemas without their own. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This field is required.' : describeExpected(issue.expected);
    case 'too_big':
      return `This must be at most ${describeBound(issue.origin, issue.maximum)}.`;
    case 'too_small':
      return `This must be at least ${describeBound(issue.origin, issue.minimum)}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return undefined;
    default:
      return INVALID_VALUE;
  }
};

/** Makes these the default messages of every schema in this program. */
export const useValidationSentences = (): void => void z.config({ customError: describeIssue });
