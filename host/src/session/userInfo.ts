/** Parses the response of `/user-info` leniently: a service may omit fields. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import type { FeatureFlags } from '@hindsight/shared-contracts/shell';

/** All features are on until the installation or the user's response disables one. */
export const DEFAULT_FLAGS: FeatureFlags = DEFAULT_CONFIG.flags;

type Loose = Partial<Record<keyof UserInfo | 'user', unknown>>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const flag = (value: unknown, standard: boolean) => (typeof value === 'boolean' ? value : standard);

function readMemberships(value: unknown): UserInfo['memberships'] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).filter(
    (entry): entry is UserInfo['memberships'][number] =>
      typeof entry === 'object' &&
      entry !== null &&
      typeof (entry as { organization_id?: unknown }).organization_id === 'string',
  );
}

const STATUSES: readonly UserInfo['beta_access_status'][] = [
  'not_requested',
  'pending',
  'accepted',
  'denied',
  'revoked',
];

/**
 * Parsed user, or null when nobody is signed in.
 * @param flags the installation's feature flags; only a boolean in the response overrides one.
 */
export function readUserInfo(answer: unknown, flags: FeatureFlags = DEFAULT_FLAGS): UserInfo | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const info = answer as Loose;
  if (info.authenticated !== true) return null;
  return {
    authenticated: true,
    // Behind a proxy that provides no email, the account name is only in `user`.
    user_id: text(info.user_id) || text(info.email) || text(info.user),
    email: text(info.email),
    display_name: text(info.display_name) || null,
    is_superadmin: flag(info.is_superadmin, false),
    beta_access_admin: flag(info.beta_access_admin, false),
    beta_access_status: STATUSES.find((status) => status === info.beta_access_status) ?? 'not_requested',
    memberships: readMemberships(info.memberships),
    newest_organization_id: text(info.newest_organization_id) || null,
    llm_features_enabled: flag(info.llm_features_enabled, flags.llmEnabled),
    consolidation_enabled: flag(info.consolidation_enabled, flags.consolidationEnabled),
    pruning_enabled: flag(info.pruning_enabled, flags.pruningEnabled),
    archived_enabled: flag(info.archived_enabled, flags.archivedEnabled),
    capabilities: Array.isArray(info.capabilities) ? (info.capabilities as UserInfo['capabilities']) : [],
  };
}

/** @param installed flags that apply while nobody is signed in. */
export function readFlags(user: UserInfo | null, installed: FeatureFlags = DEFAULT_FLAGS): FeatureFlags {
  if (!user) return installed;
  return {
    llmEnabled: user.llm_features_enabled,
    consolidationEnabled: user.consolidation_enabled,
    pruningEnabled: user.pruning_enabled,
    archivedEnabled: user.archived_enabled,
  };
}

/** Account of a service in development mode. */
const DEVELOPMENT_EMAIL = 'dev@localhost';

export function isDevelopmentUser(user: UserInfo): boolean {
  return user.email === DEVELOPMENT_EMAIL;
}
