/** Dialogs that have an address: which are open, which parameters are theirs, and the address without them. */
import type { Access, Command, Registry } from '@hindsight/shared-contracts/registry';
import type { OverlayProps, OverlaySlot } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';

export interface Overlay {
  /** Name of the slot, or of the host's own dialog. */
  key: string;
  access: Access;
  opens: readonly string[];
  /** Further parameters that go when it closes. */
  alsoClears: readonly string[];
  /** How the command palette offers it. */
  command?: Command;
  part: { slot: OverlaySlot; remote: string } | { Component: ComponentType<OverlayProps> };
}

/** An overlay of the host itself, e.g. About. */
export interface HostOverlay extends Pick<Overlay, 'key' | 'access' | 'opens'> {
  alsoClears?: readonly string[];
  Component: ComponentType<OverlayProps>;
}

/** Every overlay that there is; a slot that two remotes fill is the first one's. */
export function listOverlays(registry: Registry, own: readonly HostOverlay[]): Overlay[] {
  const found = new Map<string, Overlay>();
  for (const { Component, alsoClears = [], ...overlay } of own) {
    found.set(overlay.key, { ...overlay, alsoClears, part: { Component } });
  }
  for (const [remote, { descriptor }] of Object.entries(registry.remotes)) {
    for (const { slot, params, alsoClears = [], access, command } of descriptor.overlays ?? []) {
      if (found.has(slot) || !descriptor.slots.includes(slot)) continue;
      const part = { slot: slot as OverlaySlot, remote };
      found.set(slot, { key: slot, access, opens: params, alsoClears, ...(command && { command }), part });
    }
  }
  return [...found.values()];
}

export function openOverlays(overlays: readonly Overlay[], search: string): Overlay[] {
  const params = new URLSearchParams(search);
  return overlays.filter(({ opens }) => opens.some((name) => params.has(name)));
}

const listNames = ({ opens, alsoClears }: Overlay) => [...opens, ...alsoClears];

/** `?a=1&about` and not `?a=1&about=`: a parameter without a value stays bare. */
function toSearch(params: URLSearchParams): string {
  const text = params.toString().replace(/=(?=&|$)/g, '');
  return text && `?${text}`;
}

/** The query string without the parameters of some overlays. */
export function withoutOverlays(search: string, overlays: readonly Overlay[]): string {
  const params = new URLSearchParams(search);
  for (const name of overlays.flatMap(listNames)) params.delete(name);
  return toSearch(params);
}

/** Only what the overlays that are open need: carried along when a redirect changes the page below them. */
export function onlyOverlays(search: string, overlays: readonly Overlay[]): string {
  const kept = new Set(openOverlays(overlays, search).flatMap(listNames));
  return toSearch(new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => kept.has(name))));
}

/** A redirect's target that keeps the overlays which are open now, e.g. an invitation on its way through the sign-in. */
export function carryOverlays(target: string, search: string, overlays: readonly Overlay[]): string {
  const carried = onlyOverlays(search, overlays);
  if (!carried) return target;
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(target) ?? [];
  const params = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(carried)) params.set(name, value);
  return path + toSearch(params) + hash;
}

/** The query string with one overlay opened. */
export function withOverlay(search: string, name: string, value = ''): string {
  const params = new URLSearchParams(search);
  params.set(name, value);
  return toSearch(params);
}

/** Whether a step from one address to another closes an overlay, or opens it for something else. */
export function leavesOverlay(overlay: Overlay, from: string, to: string): boolean {
  const before = new URLSearchParams(from);
  const after = new URLSearchParams(to);
  return listNames(overlay).some((name) => before.has(name) && before.get(name) !== after.get(name));
}
