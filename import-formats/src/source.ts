/** The file that is read, what a person chose for it, and what a reader says about how it was understood. */

/** What a file can leave open. */
type Aspect = 'encoding' | 'separator' | 'dates' | 'unit' | 'lines';

/** A value of the file can be read in several ways; a person chooses once for the file. */
export interface Question {
  aspect: Aspect;
  label: string;
  options: { value: string; label: string }[];
  /** How it was read. */
  value: string;
}

/** How a person wants a file to be read. */
export type Choices = Partial<Record<Aspect, string>>;

export interface Source {
  name: string;
  choices: Choices;
  /** Called between small pieces of work, so that a page stays usable; throws to stop. */
  pause(): Promise<void> | void;
  /** Sentences about how the file was read. */
  notes: Set<string>;
  questions: Question[];
}

/** The file as a whole cannot be read. The message is one sentence for people. */
export class Unreadable extends Error {}

/** The way in which a value is read: the person's choice, else `guess`. */
export function decide(
  { choices, questions }: Source,
  aspect: Aspect,
  label: string,
  options: Question['options'],
  guess: string,
): string {
  const chosen = choices[aspect];
  const value = chosen !== undefined && options.some((one) => one.value === chosen) ? chosen : guess;
  // Several files of one archive ask once.
  if (!questions.some((one) => one.aspect === aspect)) questions.push({ aspect, label, options, value });
  return value;
}
