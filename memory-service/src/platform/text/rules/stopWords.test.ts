import { foreignStopWords } from './stopWords';

function empty(question: string) {
  const words = question.split(' ');
  const list = foreignStopWords(words);
  return words.filter((word) => list.has(word));
}

test.each([
  ['wie hoch ist die miete in hamburg', ['wie', 'ist', 'die', 'in']],
  ['quel est le mot de passe du wifi', ['quel', 'est', 'le', 'de', 'du']],
  ['cual es la contrasena de la impresora', ['cual', 'es', 'la', 'de', 'la']],
  ['qual e o horario do almoco', ['qual', 'e', 'o', 'do']],
  ['qual e il codice del cancello', ['e', 'il', 'del']],
  ['hoe laat begint de vergadering', ['hoe', 'de']],
])('of %j these words carry no subject', (question, words) => {
  expect(empty(question)).toEqual(words);
});

test.each([
  'workers die while du counts the bin dir',
  'convert est and ist to utc',
  'der or des of a war file',
  'arduino uno',
  'mail example de',
])('in %j every word may be meant', (question) => {
  expect(empty(question)).toEqual([]);
});
