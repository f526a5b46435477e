/** An answer other than success that a rule of the service decided on. */
import type { Verdict } from '../domain/permissions';

export class HttpProblem extends Error {
  override name = 'HttpProblem';

  /** `detail` is a sentence for a person; `extra` adds fields to the body, such as `code` for machines. */
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }
}

/** Throws the answer of a refusal. */
export function demand(verdict: Verdict): void {
  if (!verdict.allowed) {
    throw new HttpProblem(verdict.status, verdict.detail, verdict.code ? { code: verdict.code } : {});
  }
}
