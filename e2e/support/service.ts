/** Queries the memory service directly, without gateway and browser, for what a page should show. */
import type {
  Agent,
  ConsolidationSuggestion,
  MemoryBlock,
  Notification,
  Organization,
} from '@hindsight/shared-contracts/api';
import type { Address } from './ownStack';

export interface Rows<T> {
  items: T[];
  total_items: number;
}

/** Part of a query string, e.g. `scope=personal` or `scope=organization&organization_id=…`. */
export type ScopeText = string;

/** The service's client for one person or a guest. */
export interface Voice {
  /** @throws Error on an unsuccessful response. */
  get<T>(path: string): Promise<T>;
  /** Sends a write. @throws Error on an unsuccessful response. */
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
  blocks(scope: ScopeText, more?: string): Promise<Rows<MemoryBlock>>;
  agents(scope: ScopeText): Promise<Rows<Agent>>;
  suggestions(scope: ScopeText, more?: string): Promise<Rows<ConsolidationSuggestion>>;
  conversations(scope: ScopeText): Promise<number>;
  organizations(): Promise<Organization[]>;
  notifications(): Promise<{ notifications: Notification[]; unread_count: number; total_count: number }>;
}

function identityHeaders({ gatewaySecret }: Address, email: string): Record<string, string> {
  return { 'X-Gateway-Secret': gatewaySecret, 'X-Auth-Request-Email': email };
}

/** Headers of a write: identity plus the CSRF token that a page repeats from its cookie. */
export function writeHeaders(stack: Address, email: string): Record<string, string> {
  const token = 'token-of-this-call';
  return { ...identityHeaders(stack, email), Cookie: `_oauth2_proxy_csrf=${token}`, 'X-CSRF-Token': token };
}

/** @param email person to act as; null for a guest. */
export function serviceFor(stack: Address, email: string | null): Voice {
  async function call<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(stack.urls.service + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${init.method} ${path} answered ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }
  const get = <T>(path: string) =>
    call<T>(path, { method: 'GET', headers: email ? identityHeaders(stack, email) : {} });
  return {
    get,
    send: (method, path, body) =>
      call(path, {
        method,
        headers: {
          ...writeHeaders(stack, email ?? ''),
          'Content-Type': 'application/json',
          Origin: stack.urls.gateway,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    blocks: (scope, more = 'limit=12') => get(`/memory-blocks/?${scope}&${more}`),
    agents: (scope) => get(`/agents/?${scope}&limit=1000`),
    suggestions: (scope, more = 'limit=12') => get(`/consolidation-suggestions/?${scope}&${more}`),
    conversations: async (scope) =>
      (await get<{ count: number }>(`/conversations/count?include_archived=true&${scope}`)).count,
    organizations: () => get('/organizations/'),
    notifications: () => get('/notifications/'),
  };
}

/** Scope of an organization that the person belongs to. */
export async function toScope(voice: Voice, organization: string): Promise<ScopeText> {
  const found = (await voice.organizations()).find(({ name }) => name === organization);
  if (!found) throw new Error(`This person is in no organization called ${organization}.`);
  return `scope=organization&organization_id=${found.id}`;
}

export const PERSONAL = 'scope=personal';
export const PUBLIC = 'scope=public';
