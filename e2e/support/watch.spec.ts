/** The watch itself: what it reports, tolerates and finds missing. */
import { expect, test } from './test';
import { Watch } from './watch';

test('reports messages, errors, policy violations and failed requests of every page', async ({
  browser,
  stack,
}) => {
  const watch = new Watch();
  const context = await browser.newContext();
  await watch.attach(context);
  const page = await context.newPage();
  await page.goto(`${stack.urls.gateway}/oauth2/sign_in`);
  await page.evaluate(() => {
    console.error('an error');
    console.warn('a warning');
    console.info('nothing to worry about');
    queueMicrotask(() => {
      throw new Error('thrown by nobody’s hand');
    });
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }));
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'data:image/png;base64,broken' }),
    );
  });
  await page.goto('http://127.0.0.1:1/').catch(() => undefined);
  for (const part of [
    'console error: an error',
    'console warning: a warning',
    'page error: Error: thrown by nobody’s hand',
    'policy violation: style-src-elem stopped inline',
    'request failed: net::',
  ]) {
    await expect.poll(() => watch.heard().some((complaint) => complaint.startsWith(part)), part).toBe(true);
  }
  expect(watch.heard().join('\n')).not.toContain('nothing to worry about');
  await context.close();

  expect(watch.verdict().length).toBe(watch.heard().length);
  watch.expect(/an error/, /never said/);
  expect(watch.verdict()).not.toContain('not announced: console error: an error');
  expect(watch.verdict()).toContain('declared, but did not occur: /never said/');
  watch.tolerate(/./);
  expect(watch.verdict()).toEqual(['declared, but did not occur: /never said/']);
});
