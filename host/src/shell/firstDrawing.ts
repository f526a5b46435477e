/**
 * The first drawing of the page. The document shows the frame with a skeleton, so nothing is gained by drawing both once more without
 * rows: until the page is there, or takes too long, React goes on showing what the document shows.
 */

let held: Promise<void> | null = null;
let release: () => void = () => undefined;

/** Lets the first drawing go on with whatever is there. */
export function endFirstDrawing(): void {
  held = null;
  release();
}

/** Holds the first drawing back until it is complete, so many milliseconds at most. */
export function holdFirstDrawing(longest: number): void {
  held = new Promise((resolve) => (release = resolve));
  setTimeout(endFirstDrawing, longest);
}

/** Called where a skeleton would be drawn. @throws Promise that React waits for, while the first drawing is held back. */
export function holdSkeleton(): void {
  // React waits for a promise that is thrown outside of every boundary: nothing is drawn meanwhile.
  if (held) throw held;
}
