/** Renders a mail as HTML and as plain text. User input never reaches the HTML unescaped. */
import type { MailContent } from './mailContent';
import { htmlPage } from './layout';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** One line without control characters: a subject must not start another header. */
export function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

export function renderMail(content: MailContent): RenderedMail {
  const { paragraphs, facts = [], actions = [], reason } = content;
  const subject = oneLine(content.subject);
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    // The line by which mail clients know where a signature begins.
    `-- \nHindsight\n${reason}`,
  ].join('\n\n');
  return { subject, html: htmlPage({ subject, paragraphs, facts, actions, reason }), text };
}
