/** The change stream endpoint. */
import { SESSION_HEADER, parseSessionId } from '../../auth/identity';
import type { Routes } from '../../http/route';

export const eventRoutes = {
  'GET /events': {
    access: 'person',
    handle: async ({ operations, principal, query, header, setHeader }) => {
      const stream = operations.events.open(principal, {
        lastEventId: header('last-event-id'),
        age: query.age,
        session: parseSessionId(header(SESSION_HEADER)),
      });
      // Keeps nginx from buffering events.
      setHeader('x-accel-buffering', 'no');
      return stream;
    },
  },
} satisfies Partial<Routes>;
