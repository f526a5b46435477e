import { readSettings } from './settings';

function pageWith(text: string | null): Document {
  const page = document.implementation.createHTMLDocument();
  if (text === null) return page;
  const script = page.createElement('script');
  script.id = 'config';
  script.textContent = text;
  page.head.append(script);
  return page;
}

it('reads the configuration that came with the page', () => {
  expect(readSettings(pageWith('{"INVITATIONS_REFRESH_MS":5000}'))).toEqual({ INVITATIONS_REFRESH_MS: 5000 });
});

it.each([null, '', 'null', '[1]', '{broken'])('is empty for %j', (text) => {
  expect(readSettings(pageWith(text))).toEqual({});
});
