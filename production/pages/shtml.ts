/** Turns the host's page into one that nginx finishes: the registry inside, and for each route its preloads under a condition. */
import type { FrameProgram, Registry } from '@hindsight/shared-contracts/registry';
import { forBrowsers, headOf, jsonTag, queriesTag } from '../../tooling/local-stack/gateway/page';
import {
  firstQueriesOf,
  pageToPreload,
  preloadLinks,
  sharedFilesOf,
  withoutSharedFiles,
} from '../../tooling/local-stack/gateway/preloads';
import {
  ELSEWHERE,
  exampleOf,
  FRAME_PLACE,
  frameAt,
  routesOf,
  segmentsOf,
} from '../../tooling/local-stack/gateway/places';

interface Choice {
  /** Regular expression over `$page_key`: `1/path` with a session, `0/path` without. Empty: always. */
  when: string;
  html: string;
}

/** Each special character is in brackets, because nginx drops backslashes before the expression is read. */
const escaped = (text: string) =>
  text.replace(/[^A-Za-z0-9_-]/g, (sign) => (sign === '^' ? '.' : `[${sign}]`));

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

/** One chain of conditions: nginx knows no condition inside another. */
function conditions(list: Choice[]): string {
  const [first] = list;
  if (first?.when === '') return first.html;
  const branches = list.map(({ when, html }, index) => {
    if (when === '') return `<!--# else -->${html}`;
    return `<!--# ${index === 0 ? 'if' : 'elif'} expr="$page_key = /${when}/" -->${html}`;
  });
  return `${branches.join('')}<!--# endif -->`;
}

export interface ShtmlParts {
  template: string;
  registry: Registry;
  /** Renders the frames; null without a program of this template's build. */
  program: FrameProgram | null;
  /** Runtime configuration, the same as in config.json. */
  runtime: Record<string, unknown>;
}

/** The document for `ssi on`. Texts of the registry cannot become directives: `<` is escaped in JSON, in attributes and by React. */
export function composeShtml({ template, registry, program, runtime }: ShtmlParts): string {
  const routes = routesOf(registry, program);
  const frame = frameAt(template, program, registry, runtime);
  const shared = sharedFilesOf(template);
  const head = (address: string, signedIn: boolean) => {
    const page = pageToPreload(registry, address, signedIn);
    return headOf(frame(address), page ? preloadLinks(registry, page, shared) : '');
  };
  // The first condition that holds is the owner's, as in `ownerOf` of the contracts.
  const heads = routes.flatMap((route) =>
    [true, false].map((signedIn) => ({
      when: `^${signedIn ? 1 : 0}${pathExpression(route)}`,
      html: head(exampleOf(route), signedIn),
    })),
  );
  const queries = routes.map((route) => ({
    when: `^1${pathExpression(route)}`,
    html: queriesTag(firstQueriesOf(registry, exampleOf(route), runtime)),
  }));
  const frames = routes.map((route) => ({
    when: `^.${pathExpression(route)}`,
    html: frame(exampleOf(route))?.html ?? '',
  }));
  return withoutSharedFiles(template)
    .replace('<!--REGISTRY-->', () => jsonTag('config', runtime) + jsonTag('registry', forBrowsers(registry)))
    .replace('<!--QUERIES-->', () => conditions([...queries, { when: '', html: '' }]))
    .replace('<!--PAGE-->', () =>
      conditions([
        ...heads,
        { when: '^1', html: head(ELSEWHERE, true) },
        { when: '', html: head(ELSEWHERE, false) },
      ]),
    )
    .replace(FRAME_PLACE, () => conditions([...frames, { when: '', html: frame(ELSEWHERE)?.html ?? '' }]));
}
