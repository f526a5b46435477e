/** Facts about this build of the dashboard. */

export interface BuildConstants {
  version: string;
  commit: string | null;
  /** Build time, ISO 8601. */
  time: string | null;
  image: string | null;
  debugPanel: boolean;
}

/** Inlined by the build; absent when the sources run unbuilt, e.g. in tests. */
declare const __BUILD__: BuildConstants | undefined;

export const BUILD: BuildConstants =
  typeof __BUILD__ === 'object'
    ? __BUILD__
    : { version: 'unbuilt', commit: null, time: null, image: null, debugPanel: false };
