/** What a name looks like, so that two names which are read as the same one can be recognised. */
import unhomoglyph from 'unhomoglyph';

/** Blanks, and what shows nothing. */
const UNSEEN = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Equal for names that differ in blanks, invisible characters, case or characters that look alike (Unicode's confusables). */
export function nameSkeleton(name: string): string {
  const seen = name.normalize('NFKC').replace(UNSEEN, '').normalize('NFD');
  // Twice: some characters look like another one in one case only.
  return unhomoglyph(unhomoglyph(seen).toLowerCase()).normalize('NFD').toLowerCase();
}
