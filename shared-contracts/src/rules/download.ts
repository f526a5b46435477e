/** Offers a file as a download. */

/** The browser needs the address until it has begun to save. */
const KEPT_MS = 60_000;

/** @param parts written one after the other, so that a long file need not be one text. */
export function download(parts: readonly Blob[], type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
