/** Entry point for Markdown, loaded with the first text that is shown in full. */
export * from './Markdown';
