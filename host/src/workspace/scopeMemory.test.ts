import { memoryStorage } from '../session/storage';
import { createScopeMemory } from './scopeMemory';

const ADA = { 'hindsight.scope-owner': 'ada', selectedScope: 'personal' };
const BOB = { 'hindsight.scope-owner': 'bob', selectedScope: 'public' };

it.each([
  ['nobody', {}, ADA],
  ['somebody else', BOB, BOB],
])('keeps who is here in a browser that remembers %s', (_, before: Record<string, string>, after) => {
  const browser = memoryStorage(before);
  createScopeMemory(memoryStorage(), browser).meet('ada');
  expect(browser.all()).toEqual(after);
});
