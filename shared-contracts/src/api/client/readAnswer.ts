/** Turns a response into its value or a typed error. */
import { ApiError, readDetail, isAbort, NetworkError, UnexpectedAnswerError } from './errors';

/** @throws ApiError, NetworkError or UnexpectedAnswerError, see `ApiClient`. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const raw = await response.text().catch((error: unknown) => {
    throw isAbort(error) ? error : new NetworkError(error);
  });
  let body: unknown;
  try {
    body = raw === '' ? null : JSON.parse(raw);
  } catch {
    if (response.ok) throw new UnexpectedAnswerError(response.status, raw);
    body = null;
  }
  if (response.ok) return body;
  const code = (body as { code?: unknown } | null)?.code;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  throw new ApiError(
    response.status,
    readDetail(body),
    raw,
    typeof code === 'string' ? code : null,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}
