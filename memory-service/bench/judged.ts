/** Collections with judged questions: texts from a file, and the demo workspace with its own eighty. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DEMO_ORGANIZATION, MEANT, REMEMBERED } from './demoQuestions';
import type { DemoQuestion } from './demoQuestions';
import type { Judged } from './quality';
import { ask, headersOf } from './service';

export const EMAIL = 'bench@localhost';
const person = headersOf(EMAIL);

/** A collection as `{ documents: [{ id, title, text }], queries: [{ text, relevant: [id] }] }`. */
export interface Collection {
  documents: { id: number; title: string; text: string }[];
  queries: { text: string; relevant: number[] }[];
}

export const readCollection = (file: string): Collection =>
  JSON.parse(readFileSync(file, 'utf8')) as Collection;

export const textOf = ({ title, text }: Collection['documents'][number]) =>
  text.startsWith(title) ? text : `${title}\n${text}`;

/** Questions about one workspace; `texts` are what a rival without the service reads. */
export interface JudgedSet {
  name: string;
  scope: string;
  questions: Judged[];
  texts: { id: string; text: string }[];
}

/** Stores the texts as memories of a person's own workspace. */
export async function fillCollection(url: string, { documents, queries }: Collection): Promise<JudgedSet> {
  const { agent_id: agent } = await ask<{ agent_id: string }>(
    'POST',
    `${url}/agents/?scope=personal`,
    person,
    { agent_name: 'bench' },
  );
  const ids = new Map<number, string>();
  const texts: JudgedSet['texts'] = [];
  for (const document of documents) {
    const text = textOf(document);
    const block = { agent_id: agent, conversation_id: randomUUID(), content: text || '-' };
    const { id } = await ask<{ id: string }>('POST', `${url}/memory-blocks/?scope=personal`, person, block);
    ids.set(document.id, id);
    texts.push({ id, text });
  }
  const questions = queries.map(({ text, relevant }) => ({
    text,
    relevant: relevant.flatMap((id) => ids.get(id) ?? []),
  }));
  return {
    name: `${documents.length} texts, ${queries.length} questions`,
    scope: 'scope=personal',
    questions,
    texts,
  };
}

export interface DemoBlock {
  id: string;
  content: string;
  lessons_learned: string | null;
  errors: string | null;
}

/**
 * The demo's questions about all memories of its organization, each half a set of its own.
 * @throws Error for a question that no memory answers, or more than five.
 */
export function demoSetsOf(items: readonly DemoBlock[], scope: string): JudgedSet[] {
  const judged = ([text, ...titles]: DemoQuestion): Judged => {
    const right = items.filter(({ content }) => titles.some((title) => content.startsWith(title)));
    if (right.length === 0 || right.length > 5)
      throw new Error(`${right.length} memories of the demo workspace answer "${text}".`);
    return { text, relevant: right.map(({ id }) => id) };
  };
  const texts = items.map(({ id, content, lessons_learned: lesson, errors }) => ({
    id,
    text: [content, lesson, errors].join('\n'),
  }));
  return [
    { name: 'demo, half remembered', scope, questions: REMEMBERED.map(judged), texts },
    { name: 'demo, in other words', scope, questions: MEANT.map(judged), texts },
  ];
}

/** The demo's questions, asked of a service that serves the demo workspace. */
export async function demoSets(url: string): Promise<JudgedSet[]> {
  const organizations = await ask<{ id: string; name: string }[]>(
    'GET',
    `${url}/organizations/manageable`,
    person,
  );
  const organization = organizations.find(({ name }) => name === DEMO_ORGANIZATION);
  if (!organization) throw new Error(`The demo workspace lacks ${DEMO_ORGANIZATION}.`);
  const scope = `scope=organization&organization_id=${organization.id}`;
  const { items } = await ask<{ items: DemoBlock[] }>(
    'GET',
    `${url}/memory-blocks/?limit=1000&${scope}`,
    person,
  );
  return demoSetsOf(items, scope);
}
