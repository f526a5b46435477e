/** The stream of changes. */
import type { Routes } from '../route';

export const eventRoutes = {
  'GET /events': {
    access: 'person',
    handle: async ({ operations, principal, query, header, setHeader }) => {
      const stream = operations.events.open(principal, {
        lastEventId: header('last-event-id'),
        age: query.age,
      });
      // nginx would keep the events until there are enough of them.
      setHeader('x-accel-buffering', 'no');
      return stream;
    },
  },
} satisfies Partial<Routes>;
