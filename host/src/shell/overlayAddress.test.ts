import type { OverlayDescriptor } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../federation/testing';
import {
  carryOverlays,
  leavesOverlay,
  onlyOverlays,
  openOverlays,
  listOverlays,
  withOverlay,
  withoutOverlays,
} from './overlayAddress';

const About = () => null;
const invitation: OverlayDescriptor = {
  slot: 'session.invitation-link',
  params: ['accept_invite', 'decline_invite'],
  alsoClears: ['org', 'token', 'email'],
  access: 'signed-in',
};
const block: OverlayDescriptor = { slot: 'memory-block.detail', params: ['block'], access: 'guest' };

function registry(overlays: OverlayDescriptor[], slots = overlays.map(({ slot }) => slot)) {
  const release = exampleRelease();
  return {
    schema: 1 as const,
    updatedAt: '',
    remotes: { memory: { ...release, descriptor: { ...release.descriptor, slots, overlays } } },
  };
}

const own = [{ key: 'about', access: 'anyone' as const, opens: ['about'], Component: About }];
const overlays = listOverlays(registry([invitation, block]), own);

it("lists the host's own and those of the remotes, each with who renders it", () => {
  expect(overlays.map(({ key, part }) => [key, part])).toEqual([
    ['about', { Component: About }],
    ['session.invitation-link', { slot: 'session.invitation-link', remote: 'memory' }],
    ['memory-block.detail', { slot: 'memory-block.detail', remote: 'memory' }],
  ]);
});

it('ignores an overlay whose slot its remote does not fill', () => {
  expect(listOverlays(registry([block], []), [])).toEqual([]);
});

it.each([
  ['', []],
  ['?page=2', []],
  ['?block=1', ['memory-block.detail']],
  ['?about', ['about']],
  ['?decline_invite=1&about', ['about', 'session.invitation-link']],
  ['?org=1&token=2', []],
])('%s opens %j', (search, keys) => {
  expect(openOverlays(overlays, search).map(({ key }) => key)).toEqual(keys);
});

it('takes out what belongs to an overlay, and nothing else', () => {
  expect(withoutOverlays('?page=2&accept_invite=1&org=2&token=3&email=a%40b', overlays)).toBe('?page=2');
  expect(withoutOverlays('?about', overlays)).toBe('');
  expect(withoutOverlays('?about&block=1', overlays.slice(0, 1))).toBe('?block=1');
});

it('keeps only what the open ones need', () => {
  expect(onlyOverlays('?rd=%2Fx&page=2&accept_invite=1&org=2', overlays)).toBe('?accept_invite=1&org=2');
  expect(onlyOverlays('?org=2', overlays)).toBe('');
});

it.each([
  ['/dashboard', '?accept_invite=1&org=2&page=9', '/dashboard?accept_invite=1&org=2'],
  ['/memory-blocks?search=a#x', '?about', '/memory-blocks?search=a&about#x'],
  ['/dashboard', '?page=2', '/dashboard'],
])('a redirect to %s from %s leads to %s', (target, search, expected) => {
  expect(carryOverlays(target, search, overlays)).toBe(expected);
});

it('opens one beside what the page says', () => {
  expect(withOverlay('?search=a+b', 'organizations')).toBe('?search=a+b&organizations');
  expect(withOverlay('', 'block', '1/2')).toBe('?block=1%2F2');
});

it.each([
  ['?block=1', '', true],
  ['?block=1', '?block=2', true],
  ['?block=1', '?block=1&page=2', false],
  ['', '?block=1', false],
])('from %s to %s leaves the block: %s', (from, to, left) => {
  expect(leavesOverlay(overlays[2]!, from, to)).toBe(left);
});
