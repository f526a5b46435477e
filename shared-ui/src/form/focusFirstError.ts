/** Where a person continues after a form was refused. */

/** Moves the focus to the first control that is marked as wrong; false when there is none. Call it after the errors are shown. */
export function focusFirstError(form: HTMLElement | null): boolean {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = control?.matches('fieldset') ? control.querySelector<HTMLElement>('input') : control;
  target?.focus();
  return target !== null && target !== undefined;
}
