import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationError } from '../errors/tradepost-error.ts';

export interface ListenState {
  /** The secret that was generated for this installation and tenant. */
  secret?: string;
  /** Where the page that is being posted starts in the feed. Undefined: at the beginning. */
  cursor?: string;
  /** The events of that page that were posted. */
  posted: string[];
}

/** Where `listen` stopped, for one installation and tenant. Only the file's owner can read it. */
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

  /** Atomic: the file has the new state or the old one, even if the process is killed in between. */
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
      // Thrown below instead: JSON.parse's error quotes the file, which contains the secret.
    }
    throw new ConfigurationError(
      `${this.file} is not a state file of listen. Delete it, or choose another with --state.`,
    );
  }
}

/** The XDG state directory: for state that outlives restarts but isn't worth a backup. */
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
