/** Formats every error as `{detail, code?}` and never exposes internals. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { mayDiagnose } from '../auth/rules/permissions';
import { LanguageModelProblem } from '../languageModel/languageModel';
import { QueueTooLong } from './fairShare';
import { requestScope } from './gates';
import { databaseCode, isDiskFull, isUnreachable } from '../database/errors';
import { TooManyJobs } from '../jobs/jobQueue';
import { StatementTimeout } from '../database/statementLimits';
import { TextTimeout } from '../text/textWork';
import { HttpProblem, tooManyRequests } from './problem';
import { describeIssues } from './validationIssues';

const SENTENCES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON (Content-Type: application/json).',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH:
    'The length of the request body doesn’t match its Content-Length header.',
  FST_ERR_BAD_URL: 'The URL of the request is malformed.',
  FST_ERR_MAX_PARAM_LENGTH: 'Part of the URL is too long.',
};

/** A job step takes seconds at most, but a long one delays the others. */
const JOBS_RETRY_SECONDS = 10;

/** Response for a failed query caused by the request or a temporary condition; undefined for our own errors. */
function databaseProblem(error: unknown): HttpProblem | undefined {
  const code = databaseCode(error);
  if (code === undefined) return undefined;
  if (code === '42501') return new HttpProblem(403, 'Forbidden');
  if (code === '54000') return new HttpProblem(422, 'A text is too long.');
  if (code === '23503' || code === '23001') {
    return new HttpProblem(409, 'Something this depends on was just changed or deleted.', {
      code: 'conflict',
    });
  }
  if (code === '22003') return new HttpProblem(422, 'A number is too large.');
  if (code === '40001' || code === '40P01') {
    return new HttpProblem(409, 'Someone else changed the same data at the same time. Try again.', {
      code: 'conflict',
    });
  }
  // A lone surrogate, which JSON can express but text cannot contain.
  if (code === '22P02') return new HttpProblem(422, 'The text contains characters that can’t be stored.');
  if (code === '22021' || code === '22P05') {
    return new HttpProblem(422, 'The text must not contain the character U+0000.');
  }
  if (isDiskFull(code)) {
    return new HttpProblem(507, 'The database’s disk is full, so nothing was saved. You can still read.', {
      code: 'disk_full',
    });
  }
  if (isUnreachable(code)) {
    return new HttpProblem(503, 'The database isn’t responding. Try again in a moment.', {
      code: 'database_unavailable',
    });
  }
  return undefined;
}

/** Response for a language model failure: 503 if a later attempt may succeed, 422 if only another text can. */
function languageModelProblem(error: LanguageModelProblem, request: FastifyRequest): HttpProblem {
  const isText = error.reason === 'too_long' || error.reason === 'refused';
  const { principal } = request;
  const scope = principal && requestScope(request, principal);
  const organizationId = scope?.kind === 'organization' ? scope.organizationId : null;
  const detail = error.explain(principal !== null && mayDiagnose(principal, organizationId));
  return new HttpProblem(isText ? 422 : 503, detail, { code: `llm_${error.reason}` });
}

/** Responds to any error. Unknown errors become a 500 without their message, which only goes to the log. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return reply.status(422).send({ detail: describeIssues(error, request) });
  }
  const problem =
    error instanceof HttpProblem
      ? error
      : error instanceof QueueTooLong
        ? tooManyRequests('Too many of your requests are already queued. Wait for them to finish.', 1)
        : error instanceof TooManyJobs
          ? tooManyRequests(error.message, JOBS_RETRY_SECONDS)
          : error instanceof StatementTimeout
            ? new HttpProblem(503, error.message, { code: 'query_timeout' })
            : error instanceof TextTimeout
              ? new HttpProblem(503, error.message, { code: 'text_timeout' })
              : error instanceof LanguageModelProblem
                ? languageModelProblem(error, request)
                : databaseProblem(error);
  if (problem) {
    if (problem.status >= 500) request.log.error({ err: error }, problem.detail);
    return reply
      .status(problem.status)
      .headers(problem.headers)
      .send({ detail: problem.detail, ...problem.extra });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return reply.status(status).send({ detail: SENTENCES[error.code] ?? 'The request is invalid.' });
  }
  request.log.error({ err: error }, 'request failed');
  return reply
    .status(500)
    .send({ detail: `Internal server error. The log has details for request ${request.id}.` });
}
