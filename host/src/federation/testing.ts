/** Test harness: a page with a registry, and scripts with scripted outcomes instead of requests. */
import * as React from 'react';
import { init } from '@module-federation/runtime';
import type { Registry, Release } from '@hindsight/shared-contracts/registry';
import { createStore } from '../state/store';
import type { Container } from './loader';
import type { Remotes, RemoteState } from './remotes';

export function exampleRelease(change: Partial<Release> = {}): Release {
  return {
    version: '1.0.0-abcd1234',
    baseUrl: 'http://localhost:3001/1.0.0-abcd1234/',
    entry: 'remoteEntry.js',
    container: 'remote_memory',
    parts: {},
    integrity: {},
    builtAt: '2026-01-01T00:00:00.000Z',
    descriptor: {
      name: 'memory',
      displayName: 'Memory',
      contracts: '^3.0.0',
      needs: [],
      routes: [{ path: '/dashboard', title: 'Dashboard', description: 'Overview.', access: 'guest' }],
      slots: ['header.notifications'],
    },
    ...change,
  };
}

/** Embeds a registry into the page, as the gateway does. */
export function putRegistry(remotes: Record<string, Release>, more: Partial<Registry> = {}): void {
  document.body.innerHTML = '<script type="application/json" id="registry"></script>';
  const text = JSON.stringify({ schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes, ...more });
  document.getElementById('registry')!.textContent = text;
}

interface Shared {
  version: string;
  requiredVersion: string;
  lib(): unknown;
}

const REACT = { react: { version: '19.3.1', requiredVersion: '^19.3.0', lib: () => React } };

/** Starts the real federation runtime as the host's build does, with the given shared modules (React by default). */
export function startRuntime(shared: Record<string, Shared> = REACT): void {
  const entries = Object.entries(shared).map(([request, { version, requiredVersion, lib }]) => [
    request,
    { version, lib, shareConfig: { singleton: true, requiredVersion } },
  ]);
  init({ name: 'host', remotes: [], shared: Object.fromEntries(entries) });
}

/** In-memory container, as a remote's build would register it on the page. */
export function memoryContainer(module: unknown): Container {
  return { init: () => undefined, get: async () => () => module };
}

export interface FakeRemotes extends Remotes {
  become(state: RemoteState): void;
  retried: string[];
}

/** Fake remotes that share one state and load nothing. */
export function fakeRemotes(initial: RemoteState): FakeRemotes {
  const current = createStore(initial);
  const retried: string[] = [];
  return {
    become: current.set,
    retried,
    subscribe: current.subscribe,
    state: () => current.get(),
    hold: () => () => undefined,
    isHeld: () => false,
    onUnheld: () => () => undefined,
    isReady: () => current.get().status === 'ready',
    ensure: () => undefined,
    prepare: async () => null,
    retry: async (name) => void retried.push(name),
    fail: () => undefined,
    forget: () => undefined,
    drop: () => undefined,
    retryWhenOnline: () => () => undefined,
  };
}

/** Outcome of the nth script that the page requests. */
export type ScriptFate =
  | 'fails'
  | 'hangs'
  | {
      leaves: string;
      container: Container;
      /** Delay in milliseconds. */
      after?: number;
    };

/** Answers script elements; returns the requested URLs and the undo. */
export function fakeScripts(fates: ScriptFate[]): { asked: string[]; stop(): void } {
  const asked: string[] = [];
  const append = document.head.append.bind(document.head);
  document.head.append = (...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      const fate = fates[asked.length] ?? 'fails';
      asked.push(node.src);
      if (fate === 'hangs') continue;
      const after = fate === 'fails' ? 0 : (fate.after ?? 0);
      const answered = after > 0 ? new Promise((resolve) => setTimeout(resolve, after)) : Promise.resolve();
      void answered.then(() => {
        if (fate === 'fails') return node.onerror?.(new Event('error'));
        (globalThis as Record<string, unknown>)[fate.leaves] = fate.container;
        node.onload?.(new Event('load'));
      });
    }
  };
  return { asked, stop: () => (document.head.append = append) };
}

/** Answers prefetch links; returns the requested URLs and the undo. */
export function fakePrefetches(): { asked: string[]; stop(): void } {
  const asked: string[] = [];
  const append = document.head.append.bind(document.head);
  const supports = DOMTokenList.prototype.supports;
  DOMTokenList.prototype.supports = (token) => token === 'prefetch';
  document.head.append = (...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLLinkElement) || node.rel !== 'prefetch') continue;
      asked.push(node.href);
      void Promise.resolve().then(() => node.onload?.(new Event('load')));
    }
  };
  return {
    asked,
    stop() {
      document.head.append = append;
      DOMTokenList.prototype.supports = supports;
    },
  };
}
