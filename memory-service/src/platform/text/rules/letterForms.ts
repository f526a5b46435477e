/** A text with its letters put together (é) and in parts (e and its accent), where that differs: older texts were stored as they came. */
export const letterForms = (text: string): string[] => [
  ...new Set([text.normalize('NFC'), text.normalize('NFD')]),
];
