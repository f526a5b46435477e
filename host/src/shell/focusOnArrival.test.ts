import { createArrival } from './focusOnArrival';

function setUp() {
  document.body.innerHTML = '<a href="#x" id="link">Link</a><input id="search" />';
  const at = (id: string) => document.getElementById(id)!;
  let tell: (state: { location: { key: string } }) => void = () => undefined;
  const arrival = createArrival();
  arrival.watch({
    state: { location: { key: 'first' } },
    subscribe(listener) {
      tell = listener;
      return () => undefined;
    },
  });
  return { arrival, at, go: (key: string) => tell({ location: { key } }) };
}

it('takes the focus from the link that was followed, or from nowhere', () => {
  const { arrival, at, go } = setUp();
  expect(arrival.focusIsFree()).toBe(true);
  at('link').focus();
  go('second');
  expect(arrival.focusIsFree()).toBe(true);
  at('link').remove();
  expect(arrival.focusIsFree()).toBe(true);
});

it('leaves the scroll position to a person who moved on before the page arrived', () => {
  const { arrival, at, go } = setUp();
  at('link').focus();
  go('second');
  at('search').focus();
  go('second');
  expect(arrival.focusIsFree()).toBe(false);
});
