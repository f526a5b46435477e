/**
 * /digest/end: unsubscribes from the weekly digest by a mailed link, without a sign-in. GET only shows a button, because mail scanners open
 * links in advance; the button, or the mail client's own one (RFC 8058), sends the POST.
 */
import type { FastifyInstance } from 'fastify';
import { verifyDigestToken } from './rules/digest';
import { linkSecret } from './digest';
import { escapeHtml } from '../../platform/mail/escapeHtml';
import { endDigest } from './queries/digests';
import { PLAIN_PAGE_POLICY, plainPage } from '../../platform/http/plainPage';
import type { Services } from '../../platform/http/services';

const SYSTEM = { kind: 'system' } as const;

const PAGES = {
  ask: (token: string) =>
    plainPage(
      'Unsubscribe from the weekly digest?',
      `<p>You will no longer receive the weekly digest from Hindsight. You can turn it back on in your notification settings.</p>` +
        `<form method="post" action="?token=${escapeHtml(encodeURIComponent(token))}"><button type="submit">Unsubscribe</button></form>`,
    ),
  ended: plainPage('You’re unsubscribed', '<p>You will no longer receive these emails.</p>'),
  unknown: plainPage(
    'This link is not valid',
    '<p>It may be incomplete. You can turn off the weekly digest in your notification settings after you sign in.</p>',
  ),
};

export function registerDigestPage(app: FastifyInstance, { database }: Services): void {
  void app.register((scope, _options, done) => {
    // Mail clients post a form; its content is ignored.
    scope.addContentTypeParser('*', { bodyLimit: 1024 }, (_request, payload, parsed) => {
      payload
        .resume()
        .on('end', () => parsed(null))
        .on('error', parsed);
    });
    scope.addHook('onSend', (_request, reply, _payload, sent) => {
      reply.headers({ 'content-security-policy': PLAIN_PAGE_POLICY, 'referrer-policy': 'same-origin' });
      sent();
    });
    scope.route<{ Querystring: { token?: string | string[] } }>({
      method: ['GET', 'POST'],
      url: '/digest/end',
      handler: async (request, reply) => {
        const { token } = request.query;
        const reader =
          typeof token === 'string' ? verifyDigestToken(await linkSecret(database), token) : null;
        void reply.type('text/html; charset=utf-8');
        if (reader === null || typeof token !== 'string') return reply.status(404).send(PAGES.unknown);
        if (request.method !== 'POST') return reply.send(PAGES.ask(token));
        await database.write(SYSTEM, (handle) => endDigest(handle, reader));
        return reply.send(PAGES.ended);
      },
    });
    done();
  });
}
