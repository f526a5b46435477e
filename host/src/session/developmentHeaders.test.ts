import { developmentHeaders } from './developmentHeaders';

const developer = { email: 'dev@localhost', name: 'Development User' };
const headers = { 'X-Auth-Request-Email': 'dev@localhost', 'X-Auth-Request-User': 'Development User' };

it.each([
  ['localhost', developer, headers],
  ['127.0.0.1', developer, headers],
  ['[::1]', developer, headers],
  ['host.docker.internal', developer, headers],
  ['dashboard.example.org', developer, {}],
  ['localhost.example.org', developer, {}],
  ['localhost', null, {}],
])('on %s', (hostname, given, expected) => {
  expect(developmentHeaders(given, hostname)).toEqual(expected);
});
