/** Which builds are talking: the dashboard's own facts, and what the service says of itself. */
import type { BuildConstants } from '../../settings/build';

export interface BuildFacts {
  service_name: string;
  version: string;
  /** Null or empty where unknown. */
  build_sha: string | null;
  build_timestamp: string | null;
  image_tag: string | null;
}

const DASHBOARD_NAME = 'hindsight-dashboard';

/** The dashboard's own facts in the service's form. */
export function frontendBuild({ version, commit, time, image }: BuildConstants): BuildFacts {
  return {
    service_name: DASHBOARD_NAME,
    version,
    build_sha: commit,
    build_timestamp: time,
    image_tag: image,
  };
}

/** The rows of a build as a person reads them. */
export function shownFacts(facts: BuildFacts): [label: string, value: string | null][] {
  return [
    ['Service', facts.service_name],
    ['Version', facts.version],
    ['Commit', facts.build_sha],
    ['Built', facts.build_timestamp],
    ['Image', facts.image_tag],
  ];
}
