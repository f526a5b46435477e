/** Decides whether a text is visible: whitespace alone is not. */

/** Any character other than whitespace, controls, joiners, fillers and other invisible ones, in every script. */
const SHOWN =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => SHOWN.test(text);

/** Error for a memory without visible content, on every write path. */
export const EMPTY_MEMORY = 'The content must not be empty.';
