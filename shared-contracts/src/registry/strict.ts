/** Stricter versions of valibot schemas. */
import * as v from 'valibot';

/** A record that rejects arrays, which valibot's `record` accepts. */
export const strictRecord = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.custom<Record<string, unknown>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'Expected an object',
    ),
    v.record(v.string(), value),
  );

/** Rejects infinity, which JSON can encode as `1e999`. */
export const finiteNumber = v.pipe(v.number(), v.finite());
