import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Tradepost } from '@tradepost/sdk';
import { onTestFinished } from 'vitest';
import { Listener, type ListenerDeps } from '../../../sdk/src/cli/listener.ts';
import { textOutput } from '../../../sdk/src/cli/output.ts';
import { StateFile } from '../../../sdk/src/cli/state-file.ts';
import { SECRET } from '../webhooks/deliveries.ts';

/** A temporary folder for one test. */
export function useFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface OpenOptions extends Partial<ListenerDeps> {
  tp: Tradepost;
  address: string;
  folder: string;
}

/** A listener that the test drives with tick(), and what it printed. */
export function openListener({ tp, address, folder, ...deps }: OpenOptions) {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const listener = new Listener({
    tp,
    url: new URL(address),
    eventTypes: undefined,
    from: undefined,
    secret: undefined,
    randomSecret: () => SECRET,
    stateFileFor: (tenantId) => new StateFile(path.join(folder, `${tenantId}.json`)),
    output: textOutput({ out: print, err: print }),
    fetch,
    now: Date.now,
    signal: new AbortController().signal,
    ...deps,
  });
  return { listener, printed };
}
