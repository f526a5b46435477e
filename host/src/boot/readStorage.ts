/** Reads storage without throwing: the page also starts when storage is forbidden or broken. */
export function readStorage(area: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}
