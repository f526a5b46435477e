/** Selects which part of a memory's texts an answer shows: the beginning of each, or a window over all of them. */

/** The texts in display order. */
export interface Texts {
  lessons_learned: string;
  content: string;
  errors: string;
}

interface Excerpt {
  texts: Texts;
  /** Characters left out, except those before a window. */
  left: number;
}

/** Selects an excerpt. */
export type Excerpts = (texts: Texts) => Excerpt;

/** The texts of a memory as returned by the service. */
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

/** Cuts a text to a length without splitting a character. */
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

/** A window of `most` characters over all texts as if they were one; the next one begins at `offset` plus the length shown. */
export const windowFrom =
  (offset: number, most: number): Excerpts =>
  (whole) => {
    let skip = offset;
    let space = most;
    const next = (text: string) => {
      const rest = text.slice(skip);
      const shown = truncate(rest, space);
      skip = Math.max(0, skip - text.length);
      // Show nothing after a truncated text: a window has no gaps.
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
