/** Imitates a browser's page translation. */
import type { Page } from '@playwright/test';

/** Replaces each text with two elements, like translators do; the words stay, so a test can read them. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const isLeft = text.parentElement?.closest('script, style, textarea, font, [translate="no"]');
      if (text.data.trim() !== '' && !isLeft) texts.push(text);
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}
