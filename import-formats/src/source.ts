/** The file being read, the user's choices, and the reader's notes and questions about it. */

/** Aspects in which a file can be ambiguous. */
type Aspect = 'encoding' | 'separator' | 'dates' | 'unit' | 'lines';

/** An ambiguity that the user resolves once per file. */
export interface Question {
  aspect: Aspect;
  label: string;
  options: { value: string; label: string }[];
  /** The option in effect. */
  value: string;
}

/** The options chosen by the user. */
export type Choices = Partial<Record<Aspect, string>>;

export interface Source {
  name: string;
  choices: Choices;
  /** Called between small units of work to keep the page responsive; throws to stop. */
  pause(): Promise<void> | void;
  /** Sentences on how the file was interpreted. */
  notes: Set<string>;
  questions: Question[];
}

/** The whole file is unreadable. The message is one sentence for the user. */
export class Unreadable extends Error {}

/** Resolves an ambiguity: the user's choice, else `guess`. */
export function resolveChoice(
  { choices, questions }: Source,
  aspect: Aspect,
  label: string,
  options: Question['options'],
  guess: string,
): string {
  const chosen = choices[aspect];
  const value = chosen !== undefined && options.some((one) => one.value === chosen) ? chosen : guess;
  // Ask only once for all files of an archive.
  if (!questions.some((one) => one.aspect === aspect)) questions.push({ aspect, label, options, value });
  return value;
}
