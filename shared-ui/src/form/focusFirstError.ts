/** Focus management after a form was rejected. */

/** Focuses the first invalid control; returns false if there is none. Call it after the errors are rendered. */
export function focusFirstError(form: HTMLElement | null): boolean {
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = control?.matches('fieldset') ? control.querySelector<HTMLElement>('input') : control;
  target?.focus();
  return target !== null && target !== undefined;
}
