import demo from '../../../testing/judged/demoQuestions.json';
import { lessons, neverStored, overturned } from '../../../testing/judged/statements.json';
import { namedTime } from './namedTime';

const NOW = new Date('2026-06-17T12:00:00Z');
const parseDays = (question: string) => {
  const { from, to } = namedTime(question, NOW) ?? {};
  return [from, to].map((time) => time?.toISOString().slice(0, 10));
};

test.each([
  ['what broke yesterday', '2026-06-16', '2026-06-17'],
  ['what did we learn last week', '2026-06-06', '2026-06-14'],
  ['deploys of the past three days', '2026-06-14', '2026-06-17'],
  ['what did we decide in March', '2026-03-01', '2026-04-01'],
  ['errors of last month', '2026-05-01', '2026-06-01'],
  ['the outage of May 3', '2026-05-03', '2026-05-04'],
  ['failures since May 3', '2026-05-03', '2026-06-17'],
  ['how was it before April', '1970-01-01', '2026-04-01'],
  ['what went wrong last year', '2025-01-01', '2026-01-01'],
])('%s', (question, from, to) => {
  expect(parseDays(question)).toEqual([from, to]);
});

test('leaves out of the words what means only the distance to today', () => {
  expect(namedTime('what broke last week in the ledger', NOW)?.rest).toBe('what broke  in the ledger');
  expect(namedTime('what expires in March', NOW)?.rest).toBe('what expires in March');
});

test.each([
  'the import starts at 01:00 UTC',
  'meeting next year is off',
  'answers between 8 and 20',
  'may fail now',
])('names no past time: %s', (question) => {
  expect(namedTime(question, NOW)).toBeUndefined();
});

test('finds next to none in questions about something else', () => {
  const questions = [
    ...neverStored,
    ...[...overturned, ...lessons].map((one) => one.at(-1)!),
    ...[...demo.meant, ...demo.remembered].map((one) => one[0]!),
  ];
  const named = questions.filter((question) => namedTime(question, NOW));
  expect(named).toEqual([
    'deadline appears yesterday',
    'date picker shows the day before for users in america',
  ]);
});
