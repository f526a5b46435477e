/** A fake language model that speaks the OpenAI protocol, with behavior chosen by the test. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `good` answers at once, `held` on release, `half` fails every other request, `nonsense` returns unrelated answers. */
type Manner = 'good' | 'held' | 'half' | 'nonsense';

export interface FakeLanguageModel {
  /** Environment for the service, e.g. `LLM_BASE_URL`. */
  env: NodeJS.ProcessEnv;
  /** Changes the behavior and answers all held requests. */
  behave(manner: Manner): void;
  /** Answers the oldest held request, if any. */
  release(): void;
  close(): Promise<void>;
}

/** One answer that satisfies every schema the service requests. */
const ANSWER = {
  content: 'Short.',
  lessons_learned: 'Short.',
  key_insights: ['It was long.'],
  quality: 9,
  rationale: 'Only what matters was kept.',
  keywords: ['alpha', 'beta'],
};

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const completion = (content: string) => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'fake',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

/** Listens on a free port. */
export async function startLanguageModel(): Promise<FakeLanguageModel> {
  let manner: Manner = 'good';
  let asked = 0;
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked += 1;
      if (manner === 'nonsense')
        return send(response, 200, completion('I would rather talk about the weather.'));
      // The service does not retry a 403, so every other request really fails.
      if (manner === 'half' && asked % 2 === 0) return send(response, 403, { error: { message: 'No.' } });
      const answer = () => send(response, 200, completion(JSON.stringify(ANSWER)));
      if (manner === 'held') held.push(answer);
      else answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'fake' },
    behave: (next) => {
      manner = next;
      asked = 0;
      for (const answer of held.splice(0)) answer();
    },
    release: () => held.shift()?.(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
