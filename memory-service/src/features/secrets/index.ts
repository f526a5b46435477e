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
  maskedStart,
  moveFindings,
  noteSecrets,
} from './queries/secretFindings';
export {
  SecretRefused,
  checkTexts,
  chooseSecretMode,
  dismissedSecrets,
  hashSecret,
  readAhead,
  screenTexts,
  secretMode,
  suspectsIn,
  withoutKnown,
} from './queries/secretPolicies';
export type { FoundSecret, Screened, Screening } from './queries/secretPolicies';
export { maskVersions, wordOfSecrets, listVersions as versionsOf } from './queries/secretTraces';
