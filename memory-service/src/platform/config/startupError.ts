/** A startup failure that the operator can fix: printed as one sentence, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}
