/** Demo lessons about browsers, accessibility, builds and tests. */
import type { Topic } from './topic';

export const frontend: Topic = {
  name: 'frontend',
  incidents: [
    {
      headline: 'Late answer overwrote the filtered rows of {web}',
      seen: 'Typing quickly in the search box showed the result of the first letters {ms} ms later.',
      cause: 'Each keystroke started a request and the slowest one set the state last.',
      fix: 'The query key now holds the filter and the earlier request is aborted through its signal.',
      lesson:
        'Put every input of a request into its cache key and abort what is no longer asked. Debouncing alone only makes the race rarer.',
      keywords: ['react-query', 'race-condition', 'search'],
    },
    {
      headline: '{web} re-rendered {rows} rows on every keystroke',
      seen: 'Typing lagged by {ms} ms on a mid-range phone; the profiler showed the whole table in red.',
      cause:
        'A context value was a new object on each render of the page, so memo on the rows had no effect.',
      fix: 'Split the context into state and actions, memoized both, and virtualized the list above 100 rows.',
      lesson:
        'Before memoizing rows, look at what they subscribe to: one unstable context value defeats every memo below it.',
      keywords: ['react', 'performance', 'context'],
    },
    {
      headline: 'Focus was lost when {web} closed',
      seen: 'Keyboard users landed at the top of the page after Esc; reported with {svc} in {env}.',
      cause: 'The trigger had been unmounted by the list refresh that the dialog itself caused.',
      fix: 'Remember the row id instead of the element and focus its new button, else the heading of the list.',
      lesson: 'Return focus to something that still exists: keep an id, not a DOM node, and have a fallback.',
      keywords: ['accessibility', 'focus', 'dialog'],
    },
    {
      headline: 'Date in {web} was a day early west of Greenwich',
      seen: 'A due date of the 1st was shown as the 31st for {pct}% of the users.',
      cause:
        'new Date("2026-03-01") is midnight UTC; formatting it in local time moves it to the day before.',
      fix: 'Calendar dates travel as plain strings and are formatted in UTC; only moments become Date objects.',
      lesson: 'A calendar date is not a point in time. Keep it as YYYY-MM-DD from the database to the pixel.',
      keywords: ['dates', 'timezone', 'i18n'],
    },
    {
      headline: 'Layout of {web} jumped by {n} rows when data came',
      seen: 'Cumulative layout shift of the page was 0.{pct} on a slow connection.',
      cause: 'The skeleton had one line and the rows had three, and images had no height.',
      fix: 'Skeletons copy the grid of the card, images reserve their ratio, and the toolbar keeps its height while counts load.',
      lesson:
        'Draw the skeleton with the same grid as the content. If the two differ in height, the page will jump.',
      keywords: ['cls', 'skeleton', 'css'],
    },
    {
      headline: 'Memory of the tab grew by {mb} MB while {web} was open',
      seen: 'After an afternoon the tab was killed; the heap held thousands of detached rows.',
      cause:
        'A ResizeObserver per row was never disconnected, because the cleanup returned from the wrong effect.',
      fix: 'One observer for the list with unobserve on unmount, and a test that mounts and unmounts {rows} rows.',
      lesson:
        'Whatever an effect subscribes to it must unsubscribe in the same effect. Compare two heap snapshots before guessing.',
      keywords: ['memory-leak', 'react', 'resize-observer'],
    },
  ],
};

export const builds: Topic = {
  name: 'builds',
  incidents: [
    {
      headline: 'Bundle of {web} grew by {rows} kB after upgrading {lib}',
      seen: 'The budget check failed on PR #{pr}; the analyzer showed a second copy of the library.',
      cause:
        'The upgrade moved to an ESM build while one dependency still required the CommonJS one, so both were included.',
      fix: 'Pinned the dependency with an override and added a duplicate-package check to the build.',
      lesson:
        'When a bundle grows after an upgrade look for two copies first: ESM and CommonJS of one package are different modules.',
      keywords: ['bundling', 'esm', 'dependencies'],
    },
    {
      headline: 'CI cache for {svc} restored artifacts of another branch',
      seen: 'A type error passed in CI and failed on a laptop, on PR #{pr}.',
      cause: 'The cache key was the lockfile hash alone, and the fallback prefix matched any branch.',
      fix: 'The key now holds lockfile, compiler version and source hash; fallbacks are limited to the package store.',
      lesson: 'Cache inputs freely and outputs only under a key of everything that made them.',
      keywords: ['ci', 'cache', 'typescript'],
    },
    {
      headline: 'Flaky test of {svc} depended on the order of {table}',
      seen: 'One in {n} runs failed in CI and never on a laptop.',
      cause: 'The query had no ORDER BY; autovacuum in {env} changed the physical order.',
      fix: 'ORDER BY with an id tie-break in the product, not in the test: users saw the same shuffle.',
      lesson: 'A flaky order in a test is usually a missing ORDER BY in the product. Fix it there.',
      error: 'expect(received).toEqual(expected)\n- Expected  - {n}\n+ Received  + {n}',
      keywords: ['flaky-test', 'ordering', 'ci'],
    },
    {
      headline: 'Type check of {file} passed because strict was off in one package',
      seen: 'A null reached {svc} in {env} although the types said it could not.',
      cause: 'The package had its own tsconfig that extended nothing.',
      fix: 'One root tsconfig, package configs may only add paths; a check counts the compiler options per package.',
      lesson:
        'One strictness for the whole repository. A package that opts out weakens the types of everybody who imports it.',
      keywords: ['typescript', 'strict', 'monorepo'],
    },
    {
      headline: 'Upgrade of {lib} to {major}.{minor} changed a default that no test covered',
      seen: 'Requests of {svc} without a time-out hung for {min} minutes in {env}.',
      cause: 'The new version read the time-out from another option and ignored the old name silently.',
      fix: 'Set the option under its new name and added a test that talks to a server which never answers.',
      lesson:
        'Test behavior under failure (no answer, slow answer, broken answer), because those defaults are what upgrades change.',
      keywords: ['upgrade', 'timeouts', 'testing'],
    },
    {
      headline: 'Snapshot tests of {web} hid a broken label for {n} weeks',
      seen: 'The button had lost its accessible name and the snapshot had been updated with it.',
      cause: 'A snapshot of 900 lines changes in every pull request, so nobody reads the difference.',
      fix: 'Replaced it by queries on role and name, and one axe run per state.',
      lesson: 'Assert on what a person perceives: role, name, text. A large snapshot asserts on nothing.',
      keywords: ['testing', 'accessibility', 'snapshots'],
    },
  ],
};
