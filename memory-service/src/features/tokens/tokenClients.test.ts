/** @jest-environment node */
import type { Agent, MemoryBlock, ScoredBlock, UserInfo } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, ids, tokenFor } from '../../testing/testApp';

/** What an agent's tool server sends: a token in one header, JSON in both directions, no workspace, no cookie. */
onOneEngine('a program that has nothing but a token', (world) => {
  test.each<[string, (token: string) => Record<string, string>]>([
    ['Authorization', (token) => ({ authorization: `bearer ${token}` })],
    ['X-API-Key', (token) => ({ 'x-api-key': token })],
  ])('remembers, finds and judges with %s', async (name, headersFor) => {
    const headers = {
      ...headersFor(await tokenFor(world.app, 'owner@x.test', ['read', 'write'])),
      'content-type': 'application/json',
    };
    const ask = async <T>(status: number, method: 'GET' | 'POST', url: string, payload?: unknown) => {
      const response = await world.app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { payload: JSON.stringify(payload) }),
      });
      expect([url, response.statusCode]).toEqual([url, status]);
      return body<T>(response);
    };

    const me = await ask<UserInfo & { pat: { scopes: string[] } }>(200, 'GET', '/user-info');
    expect([me.email, me.pat.scopes]).toEqual(['owner@x.test', ['read', 'write']]);
    const agent = await ask<Agent>(201, 'POST', '/agents/', { agent_name: `tool by ${name}` });
    const conversation = ids.conversation(name.length);
    const made = await ask<MemoryBlock>(201, 'POST', '/memory-blocks/', {
      agent_id: agent.agent_id,
      conversation_id: conversation,
      content: 'Kubernetes readiness probes failed',
      lessons_learned: 'Probe later.',
    });
    expect([made.visibility_scope, made.owner_user_id]).toEqual(['personal', me.user_id]);

    const mine = `agent_id=${agent.agent_id}`;
    for (const url of [
      `/memory-blocks/search/?keywords=kubernetes,nothing&${mine}&limit=5`,
      `/memory-blocks/search/fulltext?query=kubernetes+readiness&${mine}&limit=10&include_archived=false&min_score=0.1`,
      `/memory-blocks/search/semantic?query=kubernetes+readiness&${mine}&limit=10&similarity_threshold=0.7`,
      `/memory-blocks/search/hybrid?query=kubernetes+readiness&${mine}&fulltext_weight=0.7&semantic_weight=0.3&min_combined_score=0.1`,
    ]) {
      const found = await ask<ScoredBlock[]>(200, 'GET', url);
      expect(found.map((hit) => [hit.id, hit.lessons_learned])).toEqual([[made.id, 'Probe later.']]);
    }
    for (const filter of [mine, `conversation_id=${conversation}`, `${mine}&limit=1`]) {
      const page = await ask<{ items: MemoryBlock[] }>(200, 'GET', `/memory-blocks/?${filter}`);
      expect(page.items.map(({ id }) => id)).toEqual([made.id]);
    }
    const agents = await ask<Agent[]>(200, 'GET', `/agents/search/?query=tool+by+${name}`);
    expect(agents.map(({ agent_id: id }) => id)).toContain(agent.agent_id);
    const judged = await ask<MemoryBlock>(200, 'POST', `/memory-blocks/${made.id}/feedback/`, {
      memory_id: made.id,
      feedback_type: 'positive',
      feedback_details: 'It helped.',
    });
    expect([judged.id, judged.feedback_score]).toEqual([made.id, 51]);
    const seen = await ask<MemoryBlock>(200, 'GET', `/memory-blocks/${made.id}`);
    expect([seen.content, seen.errors]).toEqual([made.content, null]);
  });
});
