/** Endpoints to turn the weekly digest on and off. */
import { nextDigest } from '../rules/digest';
import { loadDigest, endDigest, startDigest } from '../queries/digests';
import type { Call, Routes } from '../../../platform/http/route';

type Asked = Pick<Call<'GET /notifications/digest', 'person'>, 'config' | 'database' | 'principal'>;

async function digest({ config, database, principal }: Asked) {
  const next = await database.read(principal, (handle) => loadDigest(handle, principal.userId));
  const { smtpUrl, outbox } = config.mail;
  return { is_on: next !== null, next_at: next, is_possible: smtpUrl !== undefined || outbox };
}

export const digestRoutes = {
  'GET /notifications/digest': { access: 'person', handle: digest },

  'PUT /notifications/digest': {
    access: 'person',
    handle: async (call) => {
      const { database, principal, body } = call;
      const { userId } = principal;
      // As the service: row-level security hides pending mails from everyone.
      await database.write({ kind: 'system' }, (handle) =>
        body.is_on ? startDigest(handle, userId, nextDigest(new Date())) : endDigest(handle, userId),
      );
      return digest(call);
    },
  },
} satisfies Partial<Routes>;
