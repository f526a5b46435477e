/** Turns the host's page into one that nginx finishes: the registry inside, and for each route its preloads under a condition. */
import { routeSpecificity, type Registry } from '@hindsight/shared-contracts/registry';
import {
  forBrowsers,
  inlineJson,
  partsToPreload,
  preloadLinks,
} from '../../tooling/local-stack/gateway/page';

interface Choice {
  /** Regular expression over `$page_key`: `1/path` with a session, `0/path` without. */
  when: string;
  links: string;
}

/** Each special character is in brackets, because nginx drops backslashes before the expression is read. */
const escaped = (text: string) =>
  text.replace(/[^A-Za-z0-9_-]/g, (sign) => (sign === '^' ? '.' : `[${sign}]`));

const segmentsOf = (pattern: string) => pattern.split('/').filter((part) => part && part !== '*');

/**
 * The route's path or one below it; a parameter is one segment. The root is only itself. Ends are said by what must not follow: nginx
 * takes a `$` for the beginning of a variable.
 */
export function pathExpression(pattern: string): string {
  const segments = segmentsOf(pattern);
  if (segments.length === 0) return '/(?!.)';
  const path = segments.map((part) => `/${part.startsWith(':') ? '[^/]+' : escaped(part)}`).join('');
  return `${path}(?![^/])`;
}

const exampleOf = (pattern: string) =>
  `/${segmentsOf(pattern)
    .map((part) => part.replace(/^:/, ''))
    .join('/')}`;

function choices(registry: Registry): Choice[] {
  const routes = Object.values(registry.remotes)
    .flatMap(({ descriptor }) => descriptor.routes.map(({ path }) => path))
    // The first condition that holds is the owner's, as in `ownerOf` of the contracts.
    .sort((left, right) => routeSpecificity(right) - routeSpecificity(left));
  const linksFor = (path: string, signedIn: boolean) =>
    preloadLinks(registry, partsToPreload(registry, path, signedIn));
  const byRoute = routes.flatMap((path) =>
    [true, false].map((signedIn) => ({
      when: `^${signedIn ? 1 : 0}${pathExpression(path)}`,
      links: linksFor(exampleOf(path), signedIn),
    })),
  );
  // A page of the host's own, with a session: what every signed-in page shows.
  return [...byRoute, { when: '^1', links: linksFor('/ /', true) }];
}

/** One chain of conditions: nginx knows no condition inside another. */
function conditions(list: Choice[]): string {
  const branches = list.map(
    ({ when, links }, index) =>
      `<!--# ${index === 0 ? 'if' : 'elif'} expr="$page_key = /${when}/" -->${links}`,
  );
  return list.length === 0 ? '' : `${branches.join('')}<!--# endif -->`;
}

interface Parts {
  template: string;
  registry: Registry;
  /** Runtime configuration, the same as in config.json. */
  runtime: Record<string, unknown>;
}

/** The document for `ssi on`. Texts of the registry cannot become directives: `<` is escaped in both JSON and attributes. */
export function composeShtml({ template, registry, runtime }: Parts): string {
  const json = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;
  return template
    .replace('<!--REGISTRY-->', () => json('config', runtime) + json('registry', forBrowsers(registry)))
    .replace('<!--PRELOAD-->', () => conditions(choices(registry)));
}
