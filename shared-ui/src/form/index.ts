/** Entry point for forms: controls with labels, hints and errors, loaded with the first form. */
export * from './Checkbox';
export * from './DateInputs';
export { Field, type ControlProps, type FieldTexts } from './Field';
export * from './focusFirstError';
export * from './NumberInput';
export * from './RadioGroup';
export * from './SelectInput';
export * from './Switch';
export * from './TextArea';
export * from './TextInput';
