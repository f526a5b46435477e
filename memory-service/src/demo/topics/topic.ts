/** What a demo lesson is made of: sentences with `{slots}` that are filled with concrete names and numbers. */

export interface Incident {
  /** One line that could be a commit subject. */
  headline: string;
  seen: string;
  cause: string;
  fix: string;
  lesson: string;
  /** Output of a tool, where there was any. */
  error?: string;
  keywords: readonly string[];
}

export interface Topic {
  name: string;
  incidents: readonly Incident[];
}
