import { hostPage } from './hostPage';

const assets = (...names: string[]) => names.map((name) => ({ name, size: 1 }));
const main = {
  entrypoints: { main: { assets: assets('vendor.b2.js', 'main.a1.js', 'main.a1.css') } },
  assets: assets('main.a1.js', 'main.a1.css', 'vendor.b2.js', '360.d4.js'),
  chunks: [
    {
      files: ['360.d4.js', '360.d4.js.map', 'vendor.b2.js'],
      origins: [
        {
          moduleName:
            'provide shared module (default) @hindsight/shared-ui/data@2.0.0 = ../shared-ui/src/data/index.ts',
        },
      ],
    },
    { files: ['12.f6.js'], origins: [{ moduleName: './src/app/main.tsx' }] },
  ],
} as never;
const boot = { entrypoints: { boot: { assets: assets('boot.e5.js') } } } as never;

it('names every file of the first load, so that none is found late, and no other', () => {
  expect(hostPage('<!--BOOT-->|<!--PAGE-->|<!--ASSETS-->|<!--SHARED-->', '/assets/1/', main, boot)).toBe(
    '<script src="/assets/1/boot.e5.js"></script>' +
      '<link rel="stylesheet" href="/assets/1/main.a1.css" data-required>|<!--PAGE-->|' +
      '<script defer src="/assets/1/vendor.b2.js" crossorigin="anonymous" data-required></script>' +
      '<script defer src="/assets/1/main.a1.js" crossorigin="anonymous" data-required></script>|' +
      '<!--SHARED {"@hindsight/shared-ui/data":["/assets/1/360.d4.js"]}-->',
  );
});
