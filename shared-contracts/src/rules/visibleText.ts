/** What counts as a text: blanks alone are none. */

/** Blanks, controls, joiners, fillers and other characters that show nothing, in every script. */
const SHOWN =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a character that shows something. */
export const isVisible = (text: string): boolean => SHOWN.test(text);

/** Why a memory without visible content is refused, by every way in. */
export const EMPTY_MEMORY = 'The content must not be empty.';
