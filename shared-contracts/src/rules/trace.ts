/** The id by which one call is found in every log, in the form of W3C Trace Context. */
import { randomUuid } from './ids';

const hex = () => randomUuid().replaceAll('-', '');

/** A value of the header `traceparent` for a new call. */
export const newTraceparent = () => `00-${hex()}-${hex().slice(0, 16)}-01`;

/** The id in a header `traceparent`; undefined when it is absent or malformed. */
export const readTraceId = (traceparent: unknown): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(traceparent))?.[1];
