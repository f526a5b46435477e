/** The id by which one call is found in every log, in the form of W3C Trace Context. */
import { randomUuid } from './ids';

const hex = () => randomUuid().replaceAll('-', '');

/** A value of the header `traceparent` for a new call. */
export const newTraceparent = () => `00-${hex()}-${hex().slice(0, 16)}-01`;

/** The id in a header `traceparent`; undefined when it is absent or malformed. */
export const readTraceId = (traceparent: unknown): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(traceparent))?.[1];

/** Names a call by its header `traceparent`, which it gets when it has none that is well-formed. @returns the id. */
export function nameCall(headers: Record<string, unknown>): string {
  if (!readTraceId(headers['traceparent'])) headers['traceparent'] = newTraceparent();
  return readTraceId(headers['traceparent'])!;
}

/** A line of our logs (pino's JSON) as a record of OpenTelemetry, whose severities count 1, 5, 9 where pino counts 10, 20, 30. */
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
