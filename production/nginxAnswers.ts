/** nginx's own answers, generated from the gateway's table. */
import { answerBody, type AnswerName, ANSWERS } from '../tooling/local-stack/gateway/answers';

const NO_STORE = 'Cache-Control no-store';

/** Headers of some answers beside those of every answer. */
const HEADERS: Partial<Record<AnswerName, readonly string[]>> = {
  sessionEnded: [NO_STORE],
  notFound: [NO_STORE],
  pagesAnswerGet: ['Allow "GET, HEAD"'],
  tooMany: ['Retry-After 1'],
  signInDown: [NO_STORE, 'Retry-After 2'],
  serviceDown: [NO_STORE],
  serviceSilent: [NO_STORE],
};

/**
 * `serviceDown` → `@service_down`, the name that `error_page` uses. A request without an address that could be read has no way
 * to a named location.
 */
const locationName = (name: AnswerName) =>
  name === 'malformed'
    ? '= /_malformed'
    : `@${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

function location(name: AnswerName, common: readonly string[]): string {
  const headers = [...(HEADERS[name] ?? []), 'Content-Type application/json'];
  const lines = [
    ...(name === 'malformed' ? ['internal;'] : []),
    ...common,
    ...headers.map((header) => `add_header ${header} always;`),
    `return ${ANSWERS[name].status} '${JSON.stringify(answerBody(name))}';`,
  ];
  return `location ${locationName(name)} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

/** `answers.conf` of the dashboard's server. */
export const answersTemplate = () =>
  (Object.keys(ANSWERS) as AnswerName[]).map((name) => location(name, ['include headers.conf;'])).join('');

/** The two answers of the inner server that sends PUT and DELETE; the outer one adds the common headers. */
export const innerAnswersTemplate = () =>
  [location('serviceDown', []), location('serviceSilent', [])].join('');
