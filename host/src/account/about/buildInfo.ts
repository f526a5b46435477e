/** Which builds are talking: the dashboard's own facts, and what the service says of itself. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import type { BuildConstants } from '../../settings/build';

export interface BuildFacts {
  service_name: string;
  /** Empty where unknown. */
  version: string;
  build_sha: string;
  build_timestamp: string;
  image_tag: string;
}

const DASHBOARD_NAME = 'hindsight-dashboard';

/** The dashboard's own facts in the service's form. */
export function frontendBuild({ version, commit, time, image }: BuildConstants): BuildFacts {
  return {
    service_name: DASHBOARD_NAME,
    version,
    build_sha: commit ?? '',
    build_timestamp: time ?? '',
    image_tag: image ?? '',
  };
}

/** Reads the answer of `/build-info`; a service may leave each field out. */
export function readBuildInfo(answer: unknown): BuildFacts {
  const given = fields(answer);
  return {
    service_name: firstText(given['service_name']),
    version: firstText(given['version']),
    build_sha: firstText(given['build_sha']),
    build_timestamp: firstText(given['build_timestamp']),
    image_tag: firstText(given['image_tag']),
  };
}

/** The rows of a build as a person reads them. */
export function shownFacts(facts: BuildFacts): [label: string, value: string][] {
  return [
    ['Service', facts.service_name],
    ['Version', facts.version],
    ['Commit', facts.build_sha],
    ['Built', facts.build_timestamp],
    ['Image', facts.image_tag],
  ];
}
