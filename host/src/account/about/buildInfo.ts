/** Build facts: the dashboard's own, and those that the service reports. */
import type { BuildConstants } from '../../settings/build';

export interface BuildFacts {
  service_name: string;
  version: string;
  /** Null or empty when unknown. */
  build_sha: string | null;
  build_timestamp: string | null;
  image_tag: string | null;
}

const DASHBOARD_NAME = 'hindsight-dashboard';

/** Dashboard build facts in the service's format. */
export function frontendBuild({ version, commit, time, image }: BuildConstants): BuildFacts {
  return {
    service_name: DASHBOARD_NAME,
    version,
    build_sha: commit,
    build_timestamp: time,
    image_tag: image,
  };
}

/** Label and value of each build fact, for display. */
export function formatBuildFacts(facts: BuildFacts): [label: string, value: string | null][] {
  return [
    ['Service', facts.service_name],
    ['Version', facts.version],
    ['Commit', facts.build_sha],
    ['Built', facts.build_timestamp],
    ['Image', facts.image_tag],
  ];
}
