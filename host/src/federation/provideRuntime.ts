/**
 * Provides remotes with the core of Module Federation's runtime, which their builds leave out (`externalRuntime`). The plugin's own
 * `provideExternalRuntime` does the same with every export: 13 kB more, compressed, before the first row.
 */
import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';

declare global {
  var _FEDERATION_RUNTIME_CORE: object | undefined;
}

globalThis._FEDERATION_RUNTIME_CORE = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  helpers,
  ModuleFederation,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
};
