/** Derives from a token's request and response how far the client's setup works. */
import type { TokenActivity } from '@hindsight/shared-contracts/api';

type Stage = NonNullable<TokenActivity['fault']>['stage'];

/** Maximum length of a stored refusal message. */
const MAX_DETAIL = 500;

interface Complaint {
  loc?: unknown[];
  msg?: unknown;
}

/** Message and code of an error body; the HTTP status when the body has none. */
function readRefusal(payload: unknown, status: number): { detail: string; code: string | null } {
  let body: { detail?: unknown; code?: unknown } = {};
  try {
    body = JSON.parse(String(payload)) as typeof body;
  } catch {
    // Not JSON, e.g. the response of a broken stream.
  }
  const { detail, code } = body;
  const sentence = Array.isArray(detail)
    ? (detail as Complaint[])
        .map(({ loc, msg }) => `${(loc ?? []).slice(1).join('.')}: ${String(msg)}`)
        .join('; ')
    : typeof detail === 'string' && detail !== ''
      ? detail
      : `HTTP error ${status}`;
  return { detail: sentence.slice(0, MAX_DETAIL), code: typeof code === 'string' ? code : null };
}

/**
 * Setup progress that one call proves.
 * @param call whether the token was accepted, the stage (`sign_in`: does not involve memories) and the endpoint key.
 */
export function summarizeCall(
  call: { accepted: boolean; stage: Stage; call: string },
  status: number,
  payload: unknown,
  now: Date,
): Partial<TokenActivity> {
  const at = now.toISOString();
  const { accepted, stage } = call;
  return {
    handshake_at: at,
    ...(accepted && { sign_in_at: at }),
    ...(accepted && status < 400 && stage !== 'sign_in' && { [`${stage}_at`]: at }),
    ...(status >= 400 && {
      fault: {
        at,
        stage: accepted ? stage : 'sign_in',
        status,
        ...readRefusal(payload, status),
        call: call.call,
      },
    }),
  };
}
