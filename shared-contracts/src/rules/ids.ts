/** What counts as an id. */

/** 8-4-4-4-12 hex digits, any case; version and variant bits are not checked. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a whole UUID; spaces around it do not matter. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text.trim());
}
