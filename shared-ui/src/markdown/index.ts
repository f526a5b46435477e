/** Entry point of formatted text, loaded with the first text that is shown whole. */
export * from './Markdown';
