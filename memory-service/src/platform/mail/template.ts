/** Renders an email as HTML and as plain text. User input never reaches the HTML unescaped. */
import { withoutHidden } from '@hindsight/shared-contracts/api';
import type { MailContent } from './mailContent';
import { htmlPage } from './layout';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** One line without hidden characters: a subject must not start another header, nor a fact another fact. */
const oneLine = (text: string): string => withoutHidden(text.replace(/\s+/gu, ' ')).trim();

const MAX_SUBJECT = 200;

export function renderMail(content: MailContent): RenderedMail {
  const { paragraphs, actions = [], reason } = content;
  const subject = oneLine(content.subject).slice(0, MAX_SUBJECT);
  const facts = (content.facts ?? []).map(([label, value]) => [label, oneLine(value)] as const);
  const text = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    // The signature separator of mail clients.
    `-- \nHindsight\n${reason}`,
  ].join('\n\n');
  return { subject, html: htmlPage({ subject, paragraphs, facts, actions, reason }), text };
}
