/** Writes a demo lesson: fills an incident's sentences and varies the wording. */
import type { Random } from './random';
import { fill, pickSlots } from './topics/slots';
import type { SlotValues } from './topics/slots';
import type { Incident, Topic } from './topics/topic';

export interface Lesson {
  headline: string;
  content: string;
  lesson: string;
  error: string | null;
  keywords: readonly string[];
  service: string;
}

/** An incident with its slot values: enough to retell it in other words. */
export interface Case {
  incident: Incident;
  values: SlotValues;
}

const SEEN = [
  '',
  'What we saw: ',
  'Symptom: ',
  'First sign: ',
  'Reported by {who}: ',
  'While working on PR #{pr}: ',
];
const CAUSE = ['', 'Cause: ', 'Why: ', 'It turned out: ', 'After {min} minutes of digging: ', 'Root cause: '];
const FIX = ['', 'Fix: ', 'What helped: ', 'Done: ', 'Solved with {who}: ', 'Change in PR #{pr}: '];
const CLOSING = [
  '',
  'Checked again after a day in {env}: no further cases.',
  'The same pattern is still in {file}; left for a change of its own.',
  'Cost: about {min} minutes, most of them spent on the wrong suspect.',
  'There is a regression test now; it fails without the change.',
  'Ask {who} before touching this part again.',
  'Related to the work on {flag}, but not caused by it.',
  'Seen with {lib} {major}.{minor}; not tried with later versions.',
];
const LESSON_TAIL = [
  '',
  ' Seen in {svc}.',
  ' Learned in {env}.',
  ' {svc}, PR #{pr}.',
  ' Applies to {table} as well.',
];

/** Draws a new case from a topic. */
export function pickCase(random: Random, topic: Topic): Case {
  return { incident: random.pick(topic.incidents), values: pickSlots(random) };
}

/** Writes a case. The random stream only varies the wording; the facts are those of the case. */
export function writeLesson(random: Random, { incident, values }: Case): Lesson {
  const fillSentence = (sentence: string) => fill(sentence, values);
  const withOpener = (openers: readonly string[], sentence: string) => {
    const opener = random.pick(openers);
    return opener === '' ? fillSentence(sentence) : `${fillSentence(opener)}${fillSentence(sentence)}`;
  };
  const headline = fillSentence(incident.headline);
  const paragraphs = [
    `${headline}.`,
    withOpener(SEEN, incident.seen),
    withOpener(CAUSE, incident.cause),
    withOpener(FIX, incident.fix),
    fillSentence(random.pick(CLOSING)),
  ];
  return {
    headline,
    content: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
    lesson: `${fillSentence(incident.lesson)}${fillSentence(random.pick(LESSON_TAIL))}`,
    error: incident.error === undefined ? null : fill(incident.error, values),
    keywords: incident.keywords,
    service: values['svc'] ?? '',
  };
}

/** Lessons that a long log repeats at its end, as people do. */
const REPEATED_LESSONS = 3;

/** A log of a whole week of work: many different lessons in sequence, at least `minimum` characters long. */
export function writeLongLog(random: Random, topics: readonly Topic[], minimum: number): Lesson {
  const first = writeLesson(random, pickCase(random, random.pick(topics)));
  const sections: string[] = [];
  const lessons: string[] = [];
  let length = 0;
  for (let entry = 1; length < minimum; entry += 1) {
    const lesson = writeLesson(random, pickCase(random, random.pick(topics)));
    const output = lesson.error === null ? '' : `\n\n    ${lesson.error.split('\n').join('\n    ')}`;
    const section = `## ${entry}. ${lesson.content}${output}\n\nTo remember: ${lesson.lesson}`;
    sections.push(section);
    lessons.push(lesson.lesson);
    length += section.length;
  }
  const title = `Session log of ${sections.length} findings, starting with: ${first.headline}`;
  const summary = `What this week taught is worth reading twice. ${lessons.slice(0, REPEATED_LESSONS).join(' ')}`;
  const parts = [`${title}.`, summary, ...sections, `Once more, before the next session. ${summary}`];
  return { ...first, headline: title, content: parts.join('\n\n') };
}
