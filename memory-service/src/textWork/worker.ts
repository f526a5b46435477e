/** A thread of `textWork`. */
import { WORK } from './work';
import type { TextTask } from './textWork';

/** Does one piece of work; the pool calls it. */
// eslint-disable-next-line no-restricted-syntax -- The pool takes the default export.
export default function run({ name, args }: TextTask): unknown {
  return (WORK[name] as (...given: unknown[]) => unknown)(...args);
}
