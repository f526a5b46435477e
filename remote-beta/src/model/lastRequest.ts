/** What the service says about the person's latest request; read with care, fields may be missing. */

export interface LastRequest {
  /** ISO times; empty when unknown. */
  requestedAt: string;
  reviewedAt: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Null when there is no request. */
export function readLastRequest(answer: unknown): LastRequest | null {
  const last = (answer as { last_request?: unknown } | null | undefined)?.last_request;
  if (typeof last !== 'object' || last === null) return null;
  const { requested_at, reviewed_at } = last as Record<string, unknown>;
  return { requestedAt: text(requested_at), reviewedAt: text(reviewed_at) };
}
