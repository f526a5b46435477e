/** What another service does not keep or know: nothing where a page would merely show less, a refusal where a person asked for it. */
import type { UserInfo } from '../api/session';
import { pageOf } from './rows';
import { unsupported, type Handlers } from './service';

const refuse = (what: string) => async (): Promise<never> => {
  throw unsupported(what);
};

export const missingHandlers: Handlers = {
  /** Flags that are absent are the installation's, which the session knows: they must not become `false` here. */
  'GET /user-info': (service, input) => service.send('GET /user-info', input) as Promise<UserInfo>,
  'GET /memory-blocks/{id}/feedback/': async (_, { query }) => pageOf([], query, 20),
  'PATCH /memory-blocks/{id}/feedback/{feedback_id}': refuse('change feedback'),
  'DELETE /memory-blocks/{id}/feedback/{feedback_id}': refuse('take feedback back'),
  'GET /memory-blocks/{id}/versions': async () => [],
  'GET /memory-blocks/{id}/retrievals': async (_, { query }) => pageOf([], query, 50),
  'GET /agent-activity/': async () => ({ items: [], next_cursor: null }),
  'GET /agent-activity/summary': async () => ({ days: [], tokens: [] }),
  'GET /agent-activity/questions': async () => ({ items: [] }),
  'POST /memory-blocks/{id}/versions/{version}/restore': refuse('bring earlier texts back'),
  'POST /memory-optimization/suggestions/{id}/propose': refuse('keep a review inbox'),
  'GET /review-items/': async (_, { query }) => ({ ...pageOf([], query, 50), counts: {} }),
  'POST /review-items/decide': refuse('keep a review inbox'),
  'GET /review-decisions/': async (_, { query }) => pageOf([], query, 50),
  'GET /keywords/cleanup': async () => ({ duplicates: [], unused: [], unused_total: 0 }),
  'POST /keywords/changes': refuse('merge keywords'),
  'POST /keywords/changes/{id}/undo': refuse('merge keywords'),
  'POST /keywords/distinctions': refuse('keep similar keywords apart'),
  'POST /keywords/kept': refuse('keep unused keywords'),
  'GET /secret-findings/': async (_, { query }) => pageOf([], query, 50),
  'PATCH /secret-findings/{id}': refuse('look for secrets'),
  'POST /secret-findings/check': async () => ({ mode: 'mark', found: [] }),
  'POST /secret-findings/scan': refuse('look for secrets'),
  'GET /secret-policy': async () => ({ mode: 'mark', may_change: false }),
  'PUT /secret-policy': refuse('look for secrets'),
  'POST /memory-blocks/bulk-edit': refuse('edit many memory blocks at once'),
  'GET /bulk-edits/latest': async () => ({ edit: null }),
  'GET /bulk-edits/{id}': async () => ({ edits: [] }),
  'DELETE /bulk-edits/{id}': refuse('keep how an edit is undone'),
  'POST /memory-blocks/merge': refuse('merge memory blocks'),
  'GET /pinned-questions/': async () => ({ items: [] }),
  'POST /pinned-questions/': refuse('pin questions'),
  'PUT /pinned-questions/{id}': refuse('pin questions'),
  'DELETE /pinned-questions/{id}': refuse('pin questions'),
  'POST /pinned-questions/run': async () => ({ results: [] }),
  'POST /pinned-questions/check': async () => ({ checked: 0, lost: [] }),
  'GET /saved-views/': async () => ({ items: [], is_last_visit_pinned: false }),
  'POST /saved-views/': refuse('save views'),
  'PUT /saved-views/{id}': refuse('save views'),
  'DELETE /saved-views/{id}': refuse('save views'),
  'PUT /pinned-views/': refuse('pin views'),
  'POST /visits/': refuse('know the last visit'),
  'GET /notifications/digest': async () => ({ is_on: false, next_at: null, is_possible: false }),
  'PUT /notifications/digest': refuse('send a weekly digest'),
  'GET /analytics/new-memories': refuse('know what is new'),
  'POST /organizations/{id}/leave': refuse('end the own membership'),
  'GET /organizations/{id}/invitations/{invitation_id}': refuse('show an invitation before it is answered'),
  'POST /consolidation-suggestions/{id}/reopen/': refuse('take a decision back'),

  'POST /device/authorize': refuse('connect a program by a code'),
  'POST /device/token': refuse('connect a program by a code'),
  'GET /device/requests/{user_code}': refuse('connect a program by a code'),
  'POST /device/requests/{user_code}/approve': refuse('connect a program by a code'),
  'POST /device/requests/{user_code}/deny': refuse('connect a program by a code'),
  'DELETE /users/me/tokens/current': refuse('let a token revoke itself'),

  /** When a token was last used is all that is known: it was accepted then. */
  async 'GET /users/me/tokens/{id}/activity'(service, { params, signal }) {
    const tokens = await service.ask('GET /users/me/tokens', { scope: false, signal });
    const used = tokens.find(({ id }) => id === params.id)?.last_used_at ?? null;
    return {
      handshake_at: used,
      sign_in_at: used,
      read_at: null,
      write_at: null,
      is_last_use_only: true,
      fault: null,
    };
  },
};
