/** Building blocks of demo lessons: sentences with `{slots}` for concrete names and numbers. */

export interface Incident {
  /** One line that could be a commit subject. */
  headline: string;
  seen: string;
  cause: string;
  fix: string;
  lesson: string;
  /** Output of a tool, if any. */
  error?: string;
  keywords: readonly string[];
}

export interface Topic {
  name: string;
  incidents: readonly Incident[];
}
