/** Lessons of a session: only lines that the agent wrote on the person's screen. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Lesson {
  lesson: string;
  /** Text before it in the same answer. */
  content: string;
}

const LINE = /^[ \t>*-]*Lesson:[ \t*]*(\S.{9,1999})$/gim;
const MAX_BEFORE = 600;

/** Extracts the lessons of one answer. */
export function parseLessons(answer: string): Lesson[] {
  return [...answer.matchAll(LINE)].map(({ 1: lesson = '', index }) => {
    const before = answer.slice(0, index).replace(LINE, '').trim();
    return { lesson: lesson.trim(), content: before.slice(-MAX_BEFORE).trim() || lesson.trim() };
  });
}

/** Equal lessons have equal keys. */
export const lessonKey = ({ lesson }: Lesson): string =>
  createHash('sha256').update(lesson).digest('hex').slice(0, 16);

/** Names of the agent's entries in the transcripts of the clients. */
const AGENTS: ReadonlySet<string> = new Set(['assistant', 'assistant.message', 'gemini', 'agent_message']);

/** Texts shown to the person in a transcript entry of any client: one text, or parts with texts. */
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

/** Lessons of a JSON Lines transcript; unreadable lines are skipped. */
export function lessonsOfTranscript(file: string): Lesson[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return toTexts(JSON.parse(line)).flatMap(parseLessons);
    } catch {
      return [];
    }
  });
}
