/** Stores a memory and reports the outcome: similar or contradicting memories, and secrets found in it. */
import type { Remembered } from '@hindsight/shared-contracts/api';
import { randomUuid } from '@hindsight/shared-contracts/rules';
import { newFence } from '../model/fence';
import { withVisibleControls } from '../model/visible';
import type { Author } from './agentNames';
import { type Deps, scopeInput } from './tool';

interface NewMemory {
  author: Author;
  conversation_id?: string | undefined;
  content: string;
  lessons_learned?: string | undefined;
  errors?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  workspace?: string | undefined;
}

/** Stores a memory, unless one in use has exactly the same text. */
export async function storeMemory(
  { api, defaults, ...deps }: Deps,
  { author, conversation_id, content, lessons_learned, errors, metadata, workspace }: NewMemory,
  signal: AbortSignal,
): Promise<Remembered> {
  const scope = await scopeInput({ api, defaults, ...deps }, workspace);
  return api.call('POST /memory-blocks/remember', {
    body: {
      ...author,
      conversation_id: conversation_id ?? defaults.conversationId ?? randomUuid(),
      content,
      ...(lessons_learned === undefined ? {} : { lessons_learned }),
      ...(errors === undefined ? {} : { errors }),
      ...(metadata ? { metadata_col: metadata } : {}),
      organization_id: (scope.scope ?? defaults.scope)?.organizationId ?? null,
    },
    ...scope,
    signal,
  });
}

/** Outcome for the secrets in a text; empty when there were none. */
function describeSecrets({ outcome, secrets: { mode, found } }: Remembered): string[] {
  if (outcome === 'known' || found.length === 0) return [];
  const places = [...new Set(found.map(({ kind, field }) => `${kind} in ${field}`))].join(', ');
  return [
    mode === 'mask'
      ? `Masked: ${places}. Never record secrets.`
      : `It contains what looks like a secret (${places}). It was stored and listed for review; remove it with update.`,
  ];
}

/** Describes the outcome in sentences, with fenced texts of other memories, and as data. */
export function describeRemembered(answer: Remembered): { message: string; data: Record<string, unknown> } {
  const { outcome, memory, similar, secrets } = answer;
  const { notice, fenced } = newFence();
  const others = similar.map(({ id, title, relation, statement }) => ({
    id,
    relation,
    text: fenced(withVisibleControls(statement ?? title)),
  }));
  const hints = others.map(({ id, relation, text }) => {
    const supersede = `update ${id} with action supersede and successor_id ${memory.id}`;
    const addsNothing = `if it adds nothing, archive ${memory.id}`;
    if (relation === 'same')
      return `It says nearly the same as ${id} ${text}: ${addsNothing}; else ${supersede}.`;
    return relation === 'similar'
      ? `It resembles ${id} ${text}: ${addsNothing}; if that no longer holds, ${supersede}.`
      : `It contradicts ${id} ${text}: if that no longer holds, ${supersede}.`;
  });
  const lead =
    outcome === 'known' ? `Nothing was stored: ${memory.id} says exactly this.` : `Stored as ${memory.id}.`;
  const message = [lead, ...hints, ...(hints.length > 0 ? [notice] : []), ...describeSecrets(answer)].join(
    ' ',
  );
  return {
    message,
    data: {
      outcome,
      ...(others.length > 0 && { similar: others }),
      ...(outcome === 'stored' && secrets.found.length > 0 && { secrets }),
    },
  };
}
