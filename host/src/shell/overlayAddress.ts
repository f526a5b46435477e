/** Dialogs with an address: which are open, which parameters belong to them, and the address without them. */
import type { Access, Command, Registry } from '@hindsight/shared-contracts/registry';
import type { OverlayProps, OverlaySlot } from '@hindsight/shared-contracts/shell';
import type { ComponentType } from 'react';

export interface Overlay {
  /** Slot name, or name of the host's own dialog. */
  key: string;
  access: Access;
  opens: readonly string[];
  /** Further parameters to remove when it closes. */
  alsoClears: readonly string[];
  /** Entry in the command palette. */
  command?: Command;
  part: { slot: OverlaySlot; remote: string } | { Component: ComponentType<OverlayProps> };
}

/** Overlay of the host itself, e.g. About. */
export interface HostOverlay extends Pick<Overlay, 'key' | 'access' | 'opens'> {
  alsoClears?: readonly string[];
  Component: ComponentType<OverlayProps>;
}

/** All overlays; a slot that two remotes fill belongs to the first one. */
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

/** `?a=1&about`, not `?a=1&about=`: parameters without a value stay bare. */
function toSearch(params: URLSearchParams): string {
  const text = params.toString().replace(/=(?=&|$)/g, '');
  return text && `?${text}`;
}

/** Query string without the parameters of the given overlays. */
export function withoutOverlays(search: string, overlays: readonly Overlay[]): string {
  const params = new URLSearchParams(search);
  for (const name of overlays.flatMap(listNames)) params.delete(name);
  return toSearch(params);
}

/** Query string with only the parameters of open overlays, for a redirect that changes the page below them. */
export function onlyOverlays(search: string, overlays: readonly Overlay[]): string {
  const kept = new Set(openOverlays(overlays, search).flatMap(listNames));
  return toSearch(new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => kept.has(name))));
}

/** Redirect target that keeps the open overlays, e.g. an invitation across the sign-in. */
export function carryOverlays(target: string, search: string, overlays: readonly Overlay[]): string {
  const carried = onlyOverlays(search, overlays);
  if (!carried) return target;
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(target) ?? [];
  const params = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(carried)) params.set(name, value);
  return path + toSearch(params) + hash;
}

/** Query string with one more overlay open. */
export function withOverlay(search: string, name: string, value = ''): string {
  const params = new URLSearchParams(search);
  params.set(name, value);
  return toSearch(params);
}

/** Whether a navigation closes an overlay, or opens it for something else. */
export function leavesOverlay(overlay: Overlay, from: string, to: string): boolean {
  const before = new URLSearchParams(from);
  const after = new URLSearchParams(to);
  return listNames(overlay).some((name) => before.has(name) && before.get(name) !== after.get(name));
}
