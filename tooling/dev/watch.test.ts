import type { StatsCompilation } from 'webpack';
import { standaloneBuild } from './devBuild';
import { pageFacts } from './watch';

it('sends no broken build to the page', () => {
  const target = { root: '/clone', out: '/out', origin: 'http://localhost:3010' };
  const { optimization } = standaloneBuild({ optimization: { minimize: false } }, 'remote-memory', target);
  expect(optimization).toEqual({ minimize: false, emitOnErrors: false });
});

it('gives a newly opened page no hot-update patches', () => {
  const assets = [{ name: 'main.js' }, { name: 'main.4f1e.hot-update.js' }, { name: 'main.css' }];
  const group = { name: 'main', assets };
  const known = { assets, entrypoints: { main: group }, namedChunkGroups: { main: group } };
  const { entrypoints, namedChunkGroups, assets: kept } = pageFacts(known as unknown as StatsCompilation);
  for (const list of [kept, entrypoints?.main?.assets, namedChunkGroups?.main?.assets])
    expect(list?.map(({ name }) => name)).toEqual(['main.js', 'main.css']);
});
