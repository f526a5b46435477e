/** Lays out a mail: the same words as HTML and as plain text. Nothing that somebody typed reaches the HTML unescaped. */

/** What a mail says. All texts are plain; addresses must be http or https. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Labels with values, shown below the paragraphs. */
  facts?: readonly (readonly [string, string])[];
  actions?: readonly { label: string; url: string }[];
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe in HTML, between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** One line without control characters: a subject must not start another header. */
export function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

const paragraph = (text: string) => `<p>${escapeHtml(text).replace(/\n/g, '<br>')}</p>`;

export function renderMail({ subject, paragraphs, facts = [], actions = [] }: MailContent): RenderedMail {
  const html = [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">',
    ...paragraphs.map(paragraph),
    facts.length > 0
      ? `<dl>${facts.map(([label, value]) => `<dt><b>${escapeHtml(label)}</b></dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
      : '',
    ...actions.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
    '</body></html>',
  ].join('');
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
  ].join('\n\n');
  return { subject: oneLine(subject), html, text };
}
