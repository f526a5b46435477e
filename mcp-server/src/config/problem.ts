/** A configuration file that cannot be changed safely: the sentence says what is wrong with it and what to do. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}
