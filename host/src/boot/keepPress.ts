/**
 * Keeps a press on a button of the document's frame until the program is there: the frame can be seen before that, and the press would
 * be lost. Links need no help, the browser follows them. Once React has begun to take the frame over, it answers by itself.
 * @returns repeats the last press, and keeps no more.
 */
export function keepPress(): () => void {
  let pressed: HTMLButtonElement | null = null;
  const note = ({ target }: MouseEvent) => {
    pressed = (target as Element).closest('button') ?? pressed;
  };
  document.addEventListener('click', note, true);
  return () => {
    document.removeEventListener('click', note, true);
    pressed?.click();
  };
}
