/** Storage may be forbidden or broken; the page starts without it. */
export function readStorage(area: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}
