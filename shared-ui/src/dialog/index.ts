/** Entry point for dialogs, side panels, tabs and tooltips, loaded with the first of them. */
export * from './FormDialog';
export * from './Modal';
export * from './Peek';
export * from './Tabs';
export * from './Tooltip';
