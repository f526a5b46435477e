/** Reads one stream of server-sent events to its end. */
import type { Change } from '@hindsight/shared-contracts/api';
import { createParser } from 'eventsource-parser';

export interface StreamEvent {
  id: string | undefined;
  kind: 'ready' | 'changes' | 'reset';
  changes: readonly Change[];
}

const KINDS: readonly StreamEvent['kind'][] = ['ready', 'changes', 'reset'];

/** Silence after which a connection counts as broken; the service sends a comment every 20 seconds. */
const SILENCE_MS = 50_000;

/** Resolves when the service ends the stream or stays silent; rejects when the connection breaks. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const parser = createParser({
    onEvent({ id, event, data }) {
      const kind = KINDS.find((known) => known === event);
      if (kind) onEvent({ id, kind, changes: JSON.parse(data) as Change[] });
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const silence = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
