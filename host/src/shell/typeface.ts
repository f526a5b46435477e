/** Brings the typeface of the product into the browser's cache; documents show it from the next one on (host/src/boot/boot.ts). */
import { browserStorage } from '../session/storage';

/** Holds the address of the file, which changes with each release of the host. */
export const TYPEFACE_KEY = 'hindsight.typeface';

/** The address that the style sheet of the page gives it (host/src/app/page.css). */
function typefaceAddress(): string | null {
  for (const sheet of document.styleSheets) {
    // The style sheets of remotes come from other origins, which hide their rules.
    if (!sheet.href || new URL(sheet.href).origin !== window.location.origin) continue;
    const face = [...sheet.cssRules].find((rule) => rule.cssText.startsWith('@font-face'));
    const address = face && /url\("?([^")]+)"?\)/.exec(face.cssText)?.[1];
    if (address) return new URL(address, sheet.href).href;
  }
  return null;
}

/** Does nothing where it is there already, or could not be loaded: pages look well without it. */
export async function fetchTypeface(): Promise<void> {
  const address = typefaceAddress();
  if (address === null || browserStorage.read(TYPEFACE_KEY) === address) return;
  try {
    const faces = await document.fonts.load('1em Inter');
    if (faces.length > 0) browserStorage.write(TYPEFACE_KEY, address);
  } catch {
    // The next document asks again.
  }
}
