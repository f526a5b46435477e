/** What valibot's own schemas take too much for. */
import * as v from 'valibot';

/** Values by their names; `record` alone takes an array, too. */
export const strictRecord = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.custom<Record<string, unknown>>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'Expected an object',
    ),
    v.record(v.string(), value),
  );

/** JSON can hold `1e999`, which is read as infinity. */
export const finiteNumber = v.pipe(v.number(), v.finite());
