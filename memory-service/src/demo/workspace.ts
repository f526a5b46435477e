/** Fixed part of the demo workspace: people, organizations, agents and their memberships. */
import { DEMO_ORGANIZATIONS, DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import type { DemoOrganizationKey } from '@hindsight/shared-contracts/testing/people';
import { idFor } from './random';
import type { Topic } from './topics/topic';
import { databases, payments, queues } from './topics/data';
import { agentWork, operations, security } from './topics/platform';
import { builds, frontend } from './topics/web';
import { nameTenant } from '../platform/database/conditions';

/** Workspace of an agent's memories. */
export type Home =
  | { kind: 'organization'; organization: DemoOrganizationKey }
  | { kind: 'personal'; owner: string }
  | { kind: 'public' };

export interface DemoAgent {
  name: string;
  description: string;
  home: Home;
  /** Relative share of all blocks. */
  weight: number;
  topics: readonly Topic[];
}

const inOrganization = (organization: DemoOrganizationKey): Home => ({ kind: 'organization', organization });
const ownedBy = (local: string): Home => ({ kind: 'personal', owner: `${local}@demo.hindsight.local` });

export const DEMO_AGENTS: readonly DemoAgent[] = [
  {
    name: 'Ledger pair (Claude Code)',
    description: 'Works on payments, refunds and the ledger; keeps money in integers.',
    home: inOrganization('larkspur'),
    weight: 16,
    topics: [payments, databases],
  },
  {
    name: 'Storefront crew (Cline)',
    description: 'Builds the storefront and its component library, keyboard first.',
    home: inOrganization('larkspur'),
    weight: 13,
    topics: [frontend, builds],
  },
  {
    name: 'Night watch (Codex CLI)',
    description: 'Follows alerts, writes the first analysis and proposes the fix.',
    home: inOrganization('larkspur'),
    weight: 12,
    topics: [operations, queues],
  },
  {
    name: 'Schema keeper (Gemini CLI)',
    description: 'Plans migrations and reviews queries before they reach production.',
    home: inOrganization('larkspur'),
    weight: 8,
    topics: [databases],
  },
  {
    name: 'Parcel bot (OpenHands)',
    description: 'Maintains fulfilment and the carrier integrations.',
    home: inOrganization('tidewater'),
    weight: 10,
    topics: [queues, operations],
  },
  {
    name: 'Checkout helper (Copilot CLI)',
    description: 'Small fixes in checkout, mostly tests and accessibility.',
    home: inOrganization('tidewater'),
    weight: 7,
    topics: [frontend, payments],
  },
  {
    name: 'Archivist (ForgeCode)',
    description: 'Kept the old import pipelines running until the move.',
    home: inOrganization('quillmark'),
    weight: 4,
    topics: [databases, builds],
  },
  {
    name: 'Open playbook',
    description: 'Lessons that anybody may read: security, delivery and working with agents.',
    home: { kind: 'public' },
    weight: 9,
    topics: [security, agentWork],
  },
  {
    name: 'Build doctor',
    description: 'Public notes on builds, tests and upgrades.',
    home: { kind: 'public' },
    weight: 4,
    topics: [builds],
  },
  {
    name: 'Maren’s desk (Claude Code)',
    description: 'Private notes from reviews and experiments.',
    home: ownedBy('owner'),
    weight: 8,
    topics: [agentWork, operations],
  },
  {
    name: 'Saskia’s sandbox (Roo Code)',
    description: 'Prototypes, mostly on the front end.',
    home: ownedBy('editor'),
    weight: 6,
    topics: [frontend, agentWork],
  },
  {
    name: 'Reading list (Gemini CLI)',
    description: 'What Tomas noted while reading other people’s changes.',
    home: ownedBy('viewer'),
    weight: 3,
    topics: [security, databases],
  },
];

/** Ids of the fixed part, derived from the seed and natural key. */
export const userId = (seed: number, email: string) => idFor(seed, `user:${email}`);
export const organizationId = (seed: number, key: DemoOrganizationKey) => idFor(seed, `organization:${key}`);
export const agentId = (seed: number, name: string) => idFor(seed, `agent:${name}`);

export interface ScopeColumns {
  visibility_scope: 'personal' | 'organization' | 'public';
  owner_user_id: string | null;
  organization_id: string | null;
  tenant_id: string;
}

/** Scope columns of rows in `home`. */
export function scopeColumns(seed: number, home: Home): ScopeColumns {
  const ownerUserId = home.kind === 'personal' ? userId(seed, home.owner) : null;
  const organization = home.kind === 'organization' ? organizationId(seed, home.organization) : null;
  return {
    visibility_scope: home.kind,
    owner_user_id: ownerUserId,
    organization_id: organization,
    tenant_id: nameTenant({ ownerUserId, organizationId: organization }),
  };
}

/** Key that is equal for agents with the same keyword catalog. */
export function homeKey(home: Home): string {
  if (home.kind === 'public') return 'public';
  return home.kind === 'personal' ? `personal:${home.owner}` : `organization:${home.organization}`;
}

export { DEMO_ORGANIZATIONS, DEMO_PEOPLE };
