/** The lessons of a session: lines that the agent has written on the screen of the person, and nothing else. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Lesson {
  lesson: string;
  /** What stood before it in the same answer. */
  content: string;
}

const LINE = /^[ \t>*-]*Lesson:[ \t*]*(\S.{9,1999})$/gim;
const MAX_BEFORE = 600;

/** The lessons in one answer. */
export function lessonsIn(answer: string): Lesson[] {
  return [...answer.matchAll(LINE)].map(({ 1: lesson = '', index }) => {
    const before = answer.slice(0, index).replace(LINE, '').trim();
    return { lesson: lesson.trim(), content: before.slice(-MAX_BEFORE).trim() || lesson.trim() };
  });
}

/** Equal lessons have equal keys. */
export const lessonKey = ({ lesson }: Lesson): string =>
  createHash('sha256').update(lesson).digest('hex').slice(0, 16);

/** How the clients call what their agent says. */
const AGENTS: ReadonlySet<string> = new Set(['assistant', 'assistant.message', 'gemini', 'agent_message']);

/** The texts that an entry of a transcript says to the person, as the clients write it: a text, or parts with texts. */
function toTexts(entry: unknown): string[] {
  const { type, role, message, payload, data, content, text } = (entry ?? {}) as Record<string, unknown>;
  const inner = message ?? payload ?? data;
  if (typeof inner === 'object' && inner !== null) return toTexts({ type: role ?? type, ...inner });
  const isAgent = [type, role].some((one) => typeof one === 'string' && AGENTS.has(one));
  if (!isAgent) return [];
  const said = content ?? text;
  if (typeof said === 'string') return [said];
  if (!Array.isArray(said)) return [];
  return said.flatMap((part: { text?: unknown }) => (typeof part.text === 'string' ? [part.text] : []));
}

/** The lessons of a transcript of JSON lines; of what cannot be read, none. */
export function lessonsOfTranscript(file: string): Lesson[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return toTexts(JSON.parse(line)).flatMap(lessonsIn);
    } catch {
      return [];
    }
  });
}
