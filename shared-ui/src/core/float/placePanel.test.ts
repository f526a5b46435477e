import { placePanel } from './placePanel';

const view = { width: 400, height: 600 };
const panel = { width: 200, height: 100 };
const button = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 });

it('places the panel below the button, at its start or its end', () => {
  expect(placePanel(button(20, 10), panel, view, 'bottom-start')).toEqual({ left: 20, top: 54 });
  expect(placePanel(button(300, 10), panel, view, 'bottom-end')).toEqual({ left: 140, top: 54 });
});

it('places it above when there is no space below', () => {
  expect(placePanel(button(20, 540), panel, view, 'bottom-start')).toEqual({ left: 20, top: 436 });
});

it('never leaves the window', () => {
  expect(placePanel(button(380, 10), panel, view, 'bottom-start').left).toBe(192);
  expect(placePanel(button(0, 10), panel, view, 'bottom-end').left).toBe(8);
});
