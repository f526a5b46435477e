/** A stack with a large workspace behind it: 100,000 memory blocks, 5,000 keywords, 1,000 agents. Filled once, kept in `var/bench`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { varDir } from '../../local-stack/paths';
import { PART_NAMES } from '../../local-stack/parts';
import { signInPeople } from '../../local-stack/people';
import { startStack, type Stack } from '../../local-stack/stack';

/** How large it is; `BENCH_BLOCKS` for a quick look. */
export const SIZES = { blocks: Number(process.env.BENCH_BLOCKS ?? 100_000), keywords: 5_000, agents: 1_000 };

const AT_ONCE = 8;
const CSRF = 'token-of-the-bench';

/** Calls the service itself, as the gateway would for the first of the demo people. */
function caller(stack: Stack) {
  const headers = {
    'X-Gateway-Secret': stack.gatewaySecret,
    'X-Auth-Request-Email': signInPeople[0]!.email,
    'X-Active-Scope': 'organization',
    'X-CSRF-Token': CSRF,
    'Content-Type': 'application/json',
    Origin: stack.urls.gateway,
    Cookie: `_oauth2_proxy_csrf=${CSRF}`,
  };
  return async (method: string, address: string, organization?: string, body?: unknown): Promise<unknown> => {
    for (;;) {
      const response = await fetch(stack.urls.service + address, {
        method,
        headers: { ...headers, ...(organization ? { 'X-Organization-Id': organization } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) return response.json();
      if (response.status !== 429) {
        throw new Error(`${method} ${address} answered ${response.status}: ${await response.text()}`);
      }
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
}

async function many(count: number, make: (number: number) => Promise<unknown>): Promise<void> {
  let next = 1;
  const worker = async () => {
    while (next <= count) await make(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** @returns the running stack and the name of the workspace that is large. */
export async function startLargeStack(
  report: (text: string) => void,
): Promise<{ stack: Stack; dataDir: string; workspace: string }> {
  const dataDir = path.join(varDir, 'bench', `pages-${SIZES.blocks}`);
  mkdirSync(dataDir, { recursive: true });
  const stack = await startStack({
    ports: Object.fromEntries(PART_NAMES.map((name) => [name, 0])),
    dataDir,
    blocks: SIZES.blocks,
    progress: { filling: (done, total) => done % 20_000 === 0 && report(`filled ${done} of ${total}`) },
  });
  const call = caller(stack);
  const organizations = (await call('GET', '/organizations/')) as { id: string; name: string }[];
  const sizes = await Promise.all(
    organizations.map(async ({ id, name }) => {
      const address = `/memory-blocks/?scope=organization&organization_id=${id}&limit=1`;
      const { total_items: total } = (await call('GET', address, id)) as { total_items: number };
      return { id, name, total };
    }),
  );
  const [largest] = sizes.sort((a, b) => b.total - a.total);
  if (!largest) throw new Error('The demo workspace has no organization.');
  const { id: organization, name: workspace, total } = largest;
  report(`${workspace} holds ${total.toLocaleString()} memory blocks`);
  const filled = path.join(dataDir, 'filled');
  if (!existsSync(filled)) {
    report('adding keywords and agents');
    await many(SIZES.keywords, (n) =>
      call('POST', '/keywords/', organization, { keyword_text: `bench-${n.toString(36)}-word` }),
    );
    await many(SIZES.agents, (n) =>
      call('POST', '/agents/', organization, {
        agent_name: `Bench agent ${n}`,
        description: `Stands for the agent of team ${n % 40}.`,
      }),
    );
    writeFileSync(filled, new Date().toISOString());
  }
  return { stack, dataDir, workspace };
}
