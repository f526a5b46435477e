/** Entry point of dialogs: what appears over a page or divides one, loaded with the first of them. */
export * from './FormDialog';
export * from './Modal';
export * from './Peek';
export * from './Tabs';
export * from './Tooltip';
