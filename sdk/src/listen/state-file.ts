import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../errors/configuration-error.ts';

export interface ListenState {
  /** The secret that was drawn for this place. */
  secret?: string;
  /** The page of the feed that is being posted begins here; undefined: at the beginning. */
  cursor?: string;
  /** What of that page was posted. */
  posted: string[];
}

/** Where `listen` stopped, for one installation and tenant. Only its owner can read it. */
export class StateFile {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  read(): ListenState | undefined {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new ConfigurationError(`${this.file} cannot be read: ${(error as Error).message}`);
    }
    return this.#parse(text);
  }

  /** The new state or the old one: never half of it, also when the process is killed in the middle. */
  write(state: ListenState): void {
    const draft = `${this.file}.${process.pid}.tmp`;
    mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
    renameSync(draft, this.file);
  }

  #parse(text: string): ListenState {
    try {
      const state = JSON.parse(text) as ListenState;
      if (Array.isArray(state.posted)) return state;
    } catch {
      // Answered below: what JSON.parse throws quotes the file, and the secret is in it.
    }
    throw new ConfigurationError(
      `${this.file} is not a place of listen. Delete it, or choose another with --state.`,
    );
  }
}

/** By XDG: state that should outlive restarts, and is not worth a backup. */
export function defaultStateFile(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  baseUrl: string,
  tenantId: number,
): string {
  const folder = env.XDG_STATE_HOME || path.join(home, '.local', 'state');
  const host = new URL(baseUrl).host.replace(/[^A-Za-z0-9.-]/g, '_');
  return path.join(folder, 'tradepost', `listen-${host}-${tenantId}.json`);
}
