/** Secret policies of workspaces, and findings of secrets. */
export {
  READ_FOR_PREVIEW,
  decideFinding,
  decideFindings,
  deleteFindings,
  findFinding,
  findingOnWire,
  insertFindings,
  listFindings,
  lockFinding,
  maskedPreview,
  moveFindings,
  saveFindings,
} from './queries/secretFindings';
export {
  SecretRefused,
  checkTexts,
  setSecretMode,
  dismissedSecrets,
  hashSecret,
  readAhead,
  screenTexts,
  secretMode,
  findSuspects,
  dropKnownSecrets,
} from './queries/secretPolicies';
export type { FoundSecret, Screened, Screening } from './queries/secretPolicies';
export { maskVersions, secretWordMatcher, listVersions } from './queries/secretTraces';
