/** Trace ids (W3C Trace Context), which identify a call in every log. */
import { randomUuid } from './ids';

const hex = () => randomUuid().replaceAll('-', '');

/** A new `traceparent` header. */
export const newTraceparent = () => `00-${hex()}-${hex().slice(0, 16)}-01`;

/** The trace id of a `traceparent` header; undefined if absent or malformed. */
export const readTraceId = (traceparent: unknown): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(traceparent))?.[1];

/** Sets the `traceparent` header if it is missing or malformed. @returns the trace id. */
export function nameCall(headers: Record<string, unknown>): string {
  if (!readTraceId(headers['traceparent'])) headers['traceparent'] = newTraceparent();
  return readTraceId(headers['traceparent'])!;
}

/** Converts a log line (pino's JSON) to an OpenTelemetry record; severities 1, 5, 9 correspond to pino's 10, 20, 30. */
export function toLogRecord(line: string) {
  const { level, time, msg, ...attributes } = JSON.parse(line) as {
    level: number;
    time: number | string;
    msg?: string;
  };
  return {
    severityNumber: (level / 10 - 1) * 4 + 1,
    timestamp: new Date(time),
    body: msg,
    attributes,
  };
}
