/** GET /outbox: the newest emails of a local stack, as a page or as JSON. Off unless MAIL_OUTBOX is set. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocalRequest, isOnThisMachine } from '../auth/localDeveloper';
import { escapeHtml } from './escapeHtml';
import { applyNews } from './news';
import { newestMails } from './mails';
import { identify } from '../auth/identity';
import { HttpProblem } from '../http/problem';
import type { Services } from '../http/services';

const LIMIT = 100;

/** Emails contain secrets: only superadmins and local programs that bypass the gateway may read them. */
async function requireOperator(request: FastifyRequest, services: Services): Promise<void> {
  const { headers } = request;
  if (isOnThisMachine(request.ip, headers) && isLocalRequest(headers)) return;
  const principal = await identify({ ...services, onToken: () => undefined }, request);
  if (principal.kind !== 'person' || !principal.isSuperadmin) throw new HttpProblem(404, 'Not Found');
}

function linkUrls(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

export function registerOutbox(app: FastifyInstance, services: Services): void {
  if (!services.config.mail.outbox) return;
  app.get('/outbox', async (request, reply) => {
    await requireOperator(request, services);
    const stored = await services.database.read({ kind: 'system' }, (handle) => newestMails(handle, LIMIT));
    const mails = stored.map(applyNews);
    if (!request.headers.accept?.includes('text/html')) return { mails };
    const items = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${mail.created_at}, ${mail.status}</p><pre>${linkUrls(mail.text)}</pre></article>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(
        `<!doctype html><html lang="en"><head><title>Outbox</title></head><body style="font-family:sans-serif"><h1>Outbox</h1>${items.join('') || '<p>No emails yet.</p>'}</body></html>`,
      );
  });
}
