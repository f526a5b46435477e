/** The door of formatted text, loaded with the first text that is read whole. */
export * from './Markdown';
