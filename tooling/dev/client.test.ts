/** @jest-environment jsdom */
/** Two programs on one page, each with its own client. */
const sources: { onmessage?(event: { data: string }): void }[] = [];
const panels = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

function startProgram(name: string): void {
  Object.assign(globalThis, {
    EventSource: function () {
      const source = {};
      sources.push(source);
      return source;
    },
    __DEV_PACKAGE__: name,
    __DEV_EVENTS__: 'http://localhost:3010/events',
    __webpack_hash__: 'a',
  });
  jest.isolateModules(() => {
    // oxlint-disable-next-line typescript/no-require-imports -- the client starts when it is loaded, and each program has its own.
    require('./client');
  });
}

it('shows compile errors of several programs in one panel, over one connection', () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const name of ['host', 'remote-memory']) startProgram(name);
  expect(sources).toHaveLength(1);
  const send = (pkg: string, problems: string[]) =>
    sources[0]!.onmessage!({ data: JSON.stringify({ pkg, hash: 'a', problems }) });
  send('host', ['x']);
  send('remote-memory', ['y']);
  expect(panels()).toEqual([
    expect.stringMatching(/^host failed to compile.*remote-memory failed to compile/s),
  ]);
  expect(printed).toHaveBeenCalledTimes(2);
  send('host', []);
  expect(panels()).toEqual([expect.stringMatching(/^remote-memory failed to compile/)]);
});
