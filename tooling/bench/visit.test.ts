import { chainDepth } from './visit';

it('counts the longest chain of causes, the document as one', () => {
  const requests = [
    { url: '/', causes: [] },
    { url: '/main.js', causes: ['/'] },
    { url: '/preloaded.js', causes: ['/'] },
    { url: '/chunk.js', causes: ['/main.js'] },
    { url: '/api/rows', causes: ['/main.js', '/chunk.js'] },
  ];
  expect(chainDepth(requests)).toBe(4);
  expect(chainDepth([])).toBe(0);
});
