/** What an answer shows of a memory's texts: the beginning of each, or a window over all of them. */

/** The texts in the order in which they are shown. */
export interface Texts {
  lessons_learned: string;
  content: string;
  errors: string;
}

interface Excerpt {
  texts: Texts;
  /** Characters that are left out, apart from those before a window. */
  left: number;
}

/** Chooses what is shown. */
export type Excerpts = (texts: Texts) => Excerpt;

/** The texts of a memory as the service answers it. */
export const toTexts = (row: {
  content: string;
  lessons_learned: string | null;
  errors: string | null;
}): Texts => ({
  lessons_learned: row.lessons_learned ?? '',
  content: row.content,
  errors: row.errors ?? '',
});

export const countCharacters = ({ lessons_learned: lesson, content, errors }: Texts): number =>
  lesson.length + content.length + errors.length;

/** The text up to a length. Never cuts a character in two. */
const truncate = (text: string, most: number) =>
  text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** The beginning of each text. */
export const excerptBeginnings =
  (most: number): Excerpts =>
  (whole) => {
    const texts = {
      lessons_learned: truncate(whole.lessons_learned, most),
      content: truncate(whole.content, most),
      errors: truncate(whole.errors, most),
    };
    return { texts, left: countCharacters(whole) - countCharacters(texts) };
  };

/** So many characters of all texts together, as if they were one: what follows begins at `offset` plus the length of what is shown. */
export const windowFrom =
  (offset: number, most: number): Excerpts =>
  (whole) => {
    let skip = offset;
    let space = most;
    const next = (text: string) => {
      const rest = text.slice(skip);
      const shown = truncate(rest, space);
      skip = Math.max(0, skip - text.length);
      // After a text that is cut nothing is shown: a window has no gaps.
      space = shown === rest ? space - shown.length : 0;
      return shown;
    };
    const texts = {
      lessons_learned: next(whole.lessons_learned),
      content: next(whole.content),
      errors: next(whole.errors),
    };
    return { texts, left: countCharacters(whole) - offset - countCharacters(texts) };
  };
