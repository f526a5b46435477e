import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operatorNotifier } from './startWatch';

/** A webhook that refuses so many requests first. */
async function webhook(refusals: number) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(bodies.length > refusals ? 200 : 503).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, bodies, close: () => new Promise((resolve) => server.close(resolve)) };
}

it('tells the log and the webhook, and tries a webhook again that does not answer', async () => {
  const hook = await webhook(1);
  const log = jest.fn();
  await operatorNotifier(hook.url, log, [1, 1])('memory was rolled back');
  expect(hook.bodies).toEqual(Array(2).fill('{"text":"memory was rolled back"}'));
  expect(log.mock.calls).toEqual([[{ msg: 'releases', text: 'memory was rolled back' }]]);
  await hook.close();
});

it('writes down that nobody could be told', async () => {
  const hook = await webhook(9);
  const log = jest.fn();
  await operatorNotifier(hook.url, log, [1])('x');
  expect(log).toHaveBeenLastCalledWith({
    msg: 'releases',
    problem: 'The webhook did not take "x": it answers 503',
  });
  await hook.close();
});
