/** Reads server-sent events. */
import { request } from 'node:http';
import type { Change } from '@hindsight/shared-contracts/api';
import { as } from './testApp';
import { until } from './waiting';

interface StreamedEvent {
  id: string;
  event: string;
  changes: Change[];
}

export interface OpenStream {
  status: number;
  headers: Record<string, unknown>;
  /** Events received so far; the body of an error response is in `text`. */
  events: StreamedEvent[];
  text: () => string;
  /** Resolves with all changes so far once one matches. */
  changesUntil: (isIt: (change: Change) => boolean) => Promise<Change[]>;
  /** Whether the server has ended the stream. */
  isOver: () => boolean;
  close: () => void;
}

function parse(block: string): StreamedEvent | undefined {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  if (fields['data'] === undefined) return undefined;
  return {
    id: fields['id'] ?? '',
    event: fields['event'] ?? '',
    changes: JSON.parse(fields['data']) as Change[],
  };
}

/** Opens `/events` of a service as a person, and waits for the first event or an error response. */
export async function openEvents(
  url: string,
  email: string | null,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const events: StreamedEvent[] = [];
  let text = '';
  let rest = '';
  let isOver = false;
  const stream = await new Promise<OpenStream>((resolve, reject) => {
    const sent = request(`${url}/events`, { headers: { ...as(email), ...headers } }, (response) => {
      response.on('data', (data: Buffer) => {
        text += data.toString();
        const blocks = (rest + data.toString()).split('\n\n');
        rest = blocks.pop() ?? '';
        events.push(...blocks.map(parse).filter((event) => event !== undefined));
      });
      const end = () => void (isOver = true);
      response.on('end', end);
      response.on('error', end);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        text: () => text,
        changesUntil: async (isIt) => {
          const all = () => Promise.resolve(events.flatMap(({ changes }) => changes));
          return until(all, (found) => found.some(isIt));
        },
        isOver: () => isOver,
        close: () => void sent.destroy(),
      });
    });
    sent.on('error', (error) => (isOver ? undefined : reject(error)));
    sent.end();
  });
  await until(
    () => Promise.resolve(stream),
    () => isOver || events.length > 0,
  );
  return stream;
}
