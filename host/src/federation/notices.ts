/** What is said about the parts of the page in a line above it. */

export interface Notice {
  /** A notice with the same key takes the place of the former one. */
  key: string;
  tone?: 'warn';
  text: string;
  actions: readonly { label: string; run(): void }[];
  /** Absent: it stays for as long as what it says is so. */
  close?(): void;
}
