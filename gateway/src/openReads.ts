/** Reads that sessions have under way, streams of changes above all: they end with their session. */
import type { ServerResponse } from 'node:http';
import type { Session } from './session';

export interface OpenReads {
  add(session: Session, response: ServerResponse): void;
  end(session: Session): void;
}

export function createOpenReads(): OpenReads {
  const responses = new Map<ServerResponse, string>();
  return {
    add({ id }, response) {
      responses.set(response, id);
      response.once('close', () => responses.delete(response));
    },
    end(session) {
      for (const [response, id] of responses) if (id === session.id) response.destroy();
    },
  };
}
