/** What this build of the dashboard knows of itself. */

export interface BuildConstants {
  version: string;
  commit: string | null;
  /** When it was built, as ISO 8601. */
  time: string | null;
  image: string | null;
  debugPanel: boolean;
}

/** Written in by the build; absent where the sources run as they are, e.g. in tests. */
declare const __BUILD__: BuildConstants | undefined;

export const BUILD: BuildConstants =
  typeof __BUILD__ === 'object'
    ? __BUILD__
    : { version: 'unbuilt', commit: null, time: null, image: null, debugPanel: false };
