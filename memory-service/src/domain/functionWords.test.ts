import { functionWordsOf } from './functionWords';

test.each([
  ['wie hoch ist die miete in hamburg', ['wie', 'ist', 'die']],
  ['quel est le mot de passe du wifi', ['quel', 'est', 'le', 'de', 'du']],
  ['cual es la contrasena de la impresora', ['cual', 'es', 'la', 'de']],
  ['qual e o horario do almoco', ['qual', 'e', 'o']],
  ['qual e il codice del cancello', ['qual', 'e', 'il', 'del']],
  ['hoe laat begint de vergadering', ['hoe', 'de']],
])('of %j these words carry no subject', (question, words) => {
  expect(functionWordsOf(question.split(' '))).toEqual(new Set(words));
});

test.each([
  'workers die while du counts the bin dir',
  'convert est and ist to utc',
  'der or des of a war file',
  'arduino uno',
  'mail example de',
])('in %j every word may be meant', (question) => {
  expect(functionWordsOf(question.split(' '))).toEqual(new Set());
});
