/** Tools of earlier versions that list memories without a question: by agent, by conversation, or since a moment. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { z } from 'zod';
import { parseMoment } from '../model/age';
import { encodePlace } from '../model/cursor';
import { InvalidInput } from '../toolErrors';
import { listOutput, pageResult, placeFor } from './memoryResults';
import {
  addTool,
  requireAgentId,
  cursorInput,
  type Deps,
  limitInput,
  optionalId,
  READS,
  scopeInput,
  workspaceInput,
} from './tool';

/** A list by time: the moment it starts from, and which time of a memory counts. */
interface Since {
  name: string;
  title: string;
  description: string;
  /** Verb of the heading: `Recorded since 7d`. */
  verb: string;
  moment: 'created_at' | 'updated_at';
  withArchived: boolean;
}

/** Cursor after a row of a list by time. */
const rowCursor =
  (rows: readonly MemoryBlock[], field: 'created_at' | 'updated_at') =>
  (shown: number): string => {
    const last = rows[shown - 1]!;
    return encodePlace(`${last[field]}_${last.id}`);
  };

export function addEarlierLists(server: McpServer, deps: Deps): void {
  const { api } = deps;

  /** Newest first, paged by the service. */
  function addList(
    name: string,
    title: string,
    description: string,
    filter: (input: { agent_id?: string | undefined; conversation_id?: string | undefined }) => {
      agent_id?: string | undefined;
      conversation_id?: string | undefined;
    },
  ) {
    addTool(server, deps, name, {
      isEarlier: true,
      title,
      description,
      input: {
        agent_id: optionalId,
        conversation_id: optionalId,
        limit: limitInput(50),
        cursor: cursorInput,
        workspace: workspaceInput,
      },
      output: listOutput,
      annotations: READS,
      async run({ limit, cursor, workspace, ...ids }, { signal }) {
        const after = placeFor(cursor);
        const { items, total_items: total } = await api.call('GET /memory-blocks/', {
          query: { ...filter(ids), ...(after && { after }), limit: limit + 1 },
          ...(await scopeInput(deps, workspace)),
          signal,
        });
        const rows = items.slice(0, limit);
        return pageResult(deps, {
          rows,
          cursorBehindRows: rowCursor(rows, 'created_at'),
          total,
          hasMore: items.length > rows.length,
          lead:
            total === 0
              ? 'There is no memory here. An id that does not exist, or of another workspace, finds none either: search_agents finds agents.'
              : `${total} in all, newest first:`,
        });
      },
    });
  }

  addList(
    'retrieve_all_memory_blocks',
    'All memories of an agent',
    'Every memory of one agent, newest first. For a question, recall is better.',
    ({ agent_id }) => ({ agent_id: requireAgentId(deps, agent_id) }),
  );
  addList(
    'retrieve_memory_blocks_by_conversation_id',
    'Memories of a conversation',
    'Every memory of one conversation, newest first.',
    ({ agent_id, conversation_id }) => {
      const conversation = conversation_id ?? deps.defaults.conversationId;
      if (!conversation)
        throw new InvalidInput(
          'No conversation is named: pass conversation_id, or set DEFAULT_CONVERSATION_ID.',
        );
      return { conversation_id: conversation, agent_id };
    },
  );

  function addSince({ name, title, description, verb, moment: field, withArchived }: Since): void {
    addTool(server, deps, name, {
      isEarlier: true,
      title,
      description,
      input: {
        since: z.string().min(1).max(40).describe("An ISO time, or how long ago: '30m', '2h', '7d', '4w'."),
        agent_id: optionalId,
        limit: limitInput(50),
        cursor: cursorInput,
        workspace: workspaceInput,
      },
      output: listOutput,
      annotations: READS,
      async run({ since, agent_id, limit, cursor, workspace }, { signal }) {
        const moment = parseMoment(since, Date.now());
        if (moment === null)
          throw new InvalidInput(
            "since must be an ISO time such as 2026-01-31T08:00:00Z, or how long ago in m, h, d or w, such as '7d'.",
          );
        const after = placeFor(cursor);
        const { items } = await api.call('GET /memory-blocks/', {
          query: {
            agent_id,
            ...(after && { after }),
            limit: limit + 1,
            sort_by: field,
            ...(withArchived ? { include_archived: 'true' } : {}),
          },
          ...(await scopeInput(deps, workspace)),
          signal,
        });
        const recent = items.filter((row: MemoryBlock) => Date.parse(row[field]) >= moment);
        const rows = recent.slice(0, limit);
        return pageResult(deps, {
          rows,
          cursorBehindRows: rowCursor(rows, field),
          hasMore: recent.length > rows.length,
          lead:
            rows.length === 0
              ? `Nothing was ${verb} since ${since}.`
              : `Memories ${verb} since ${since}, newest first:`,
        });
      },
    });
  }

  addSince({
    name: 'memories_recorded_since',
    title: 'What was recorded since',
    description:
      'Memories that were recorded since a moment, newest first: what other agents learned since you last looked.',
    verb: 'recorded',
    moment: 'created_at',
    withArchived: false,
  });
  addSince({
    name: 'memories_changed_since',
    title: 'What changed since',
    description:
      'Memories that were recorded, corrected, moved or archived since a moment, latest change first: what you knew before may no longer hold.',
    verb: 'changed',
    moment: 'updated_at',
    withArchived: true,
  });
}
