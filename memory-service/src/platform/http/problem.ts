/** A non-success response decided by a rule of the service. */
import type { Verdict } from '../auth/rules/permissions';

export class HttpProblem extends Error {
  override name = 'HttpProblem';

  /** `detail` is a sentence for people; `extra` adds fields to the body, such as `code` for programs. */
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** Creates a 429 that says when to try again, in the header and in the body. */
export function tooManyRequests(detail: string, retryAfterSeconds: number): HttpProblem {
  const extra = { retry_after_seconds: retryAfterSeconds };
  return new HttpProblem(429, detail, extra, { 'retry-after': String(retryAfterSeconds) });
}

/** Throws the response for a refusal. */
export function assertAllowed(verdict: Verdict): void {
  if (!verdict.allowed) {
    throw new HttpProblem(verdict.status, verdict.detail, verdict.code ? { code: verdict.code } : {});
  }
}
