/** Offers a file as a download. */

/** Milliseconds before the object URL is revoked: the browser needs it until the download has started. */
const KEPT_MS = 60_000;

/** @param parts written in sequence, so that a long file is never a single string. */
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
