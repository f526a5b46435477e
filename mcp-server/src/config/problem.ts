/** A configuration file that cannot be changed safely; the message gives the reason and the remedy. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}
