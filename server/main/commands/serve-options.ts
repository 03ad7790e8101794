import os from 'node:os';
import { ConfigError } from '../../base/environment/start-error.ts';
import { ROLES, type Role } from '../config.ts';
import { refuseUnknown } from './option-checks.ts';

/** More than most machines have cores: a mistyped number shouldn't take all of PostgreSQL's connections. */
const MAX_PROCESSES = 256;

const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word);

export function parseRoles(text: string): Role[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !isRole(word));
  refuseUnknown(unknown, '--roles', 'role', ROLES);
  return words.filter(isRole);
}

/** `auto` is one per core. */
export function parseProcesses(text: string): number {
  if (text === 'auto') return os.availableParallelism();
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PROCESSES) return count;
  throw new ConfigError(`--processes must be auto or a number from 1 to ${MAX_PROCESSES}.`);
}
