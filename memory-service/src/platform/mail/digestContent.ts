/** Content of a weekly digest. */
import type { MailContent } from './mailContent';
import type { MailNews } from '../../schema/activity';

const REASON =
  'You’re receiving this email because you turned on the weekly digest in your notification settings.';

/** One paragraph per workspace. `unsubscribeUrl` leads to the page with the unsubscribe button. */
export function digestContent(sections: readonly MailNews[], unsubscribeUrl: string): MailContent {
  const dashboard = new URL(unsubscribeUrl);
  const pageUrl = (path: string) => new URL(path, dashboard.origin).href;
  return {
    subject: 'Your week in Hindsight',
    paragraphs: sections.map(({ title, message }) => `${title}\n${message}`),
    actions: [
      { label: 'Open dashboard', url: pageUrl('/dashboard') },
      { label: 'Open review inbox', url: pageUrl('/review') },
      { label: 'Unsubscribe from the weekly digest', url: unsubscribeUrl },
    ],
    reason: REASON,
  };
}
