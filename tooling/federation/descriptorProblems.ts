/** Validates a descriptor more strictly than a host, which must accept those of other versions; here the author can fix it. */
import { Capability, endpoints } from '@hindsight/shared-contracts/api';
import { RemoteDescriptor } from '@hindsight/shared-contracts/registry';
import { shapes } from '@hindsight/shared-ui/icon-shapes';
import * as v from 'valibot';

/** One version, with the semver operators that host and remotes support. */
const RANGE = /^(\^|~|>=|=)?\d+\.\d+\.\d+$/;
/** At least one literal segment; wildcards are rejected because they would match other remotes' pages. */
const PATH = /^\/[^/:*?#\s]+(\/:?[^/:*?#\s]+)*$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Paths of keys that the schema does not know and therefore drops. */
function unknownKeys(value: unknown, parsed: unknown, at = ''): string[] {
  if (!isObject(value) || !isObject(parsed)) return [];
  return Object.keys(value).flatMap((key) => {
    const path = at === '' ? key : `${at}.${key}`;
    if (value[key] === undefined) return [];
    return key in parsed ? unknownKeys(value[key], parsed[key], path) : [path];
  });
}

const findRepeated = (list: readonly string[]) => [
  ...new Set(list.filter((one, index) => list.indexOf(one) !== index)),
];

function findProblems(descriptor: RemoteDescriptor): string[] {
  const { contracts, needs, routes, slots, overlays = [] } = descriptor;
  const icon = (name: string | undefined, at: string) =>
    name === undefined || Object.hasOwn(shapes, name)
      ? []
      : [`${at}: unknown icon "${name}". Icons: ${Object.keys(shapes).join(', ')}.`];
  return [
    ...(RANGE.test(contracts)
      ? []
      : [`contracts: "${contracts}" isn’t a version range. Use one such as ^3.0.0.`]),
    ...needs.flatMap((call, index) =>
      Object.hasOwn(endpoints, call)
        ? []
        : `needs.${index}: the service has no call "${call}". Use one such as GET /memory-blocks/.`,
    ),
    ...routes.flatMap((route, index) => {
      const at = `routes.${index}`;
      const unknown = route.capabilities?.filter((one) => !Capability.safeParse(one).success) ?? [];
      return [
        ...(PATH.test(route.path)
          ? []
          : [`${at}.path: "${route.path}" isn’t a page path. Use one such as /reports or /reports/:id.`]),
        ...icon(route.navigation?.icon, `${at}.navigation.icon`),
        ...icon(route.accountEntry?.icon, `${at}.accountEntry.icon`),
        ...icon(route.command?.icon, `${at}.command.icon`),
        ...unknown.map(
          (one) =>
            `${at}.capabilities: unknown capability "${one}". Capabilities: ${Capability.options.join(', ')}.`,
        ),
      ];
    }),
    ...findRepeated(routes.map(({ path }) => path.toLowerCase().replace(/:[^/]+/g, ':'))).map(
      (path) => `routes: two have the path ${path}.`,
    ),
    ...findRepeated(slots).map((slot) => `slots: ${slot} is listed twice.`),
    ...overlays.flatMap(({ slot, command }, index) => [
      ...(slots.includes(slot) ? [] : [`overlays.${index}.slot: ${slot} is not one of the slots.`]),
      ...icon(command?.icon, `overlays.${index}.command.icon`),
    ]),
    ...findRepeated(overlays.flatMap(({ params }) => params)).map(
      (param) => `overlays: two use the same parameter ?${param}=.`,
    ),
  ];
}

/** Problems of a descriptor, one sentence per field. */
export function descriptorProblems(value: unknown): string[] {
  const { success, issues, output } = v.safeParse(RemoteDescriptor, value);
  if (!success) return issues.map((issue) => `${v.getDotPath(issue) ?? 'the descriptor'}: ${issue.message}.`);
  return [
    ...unknownKeys(value, output).map((key) => `${key}: unknown field. Is it misspelled?`),
    ...findProblems(output),
  ];
}
