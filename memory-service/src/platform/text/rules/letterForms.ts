/** The text in NFC and NFD (é, or e with its accent), if they differ: older texts were stored unnormalized. */
export const letterForms = (text: string): string[] => [
  ...new Set([text.normalize('NFC'), text.normalize('NFD')]),
];
