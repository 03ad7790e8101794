import { readFileSync } from 'node:fs';

export interface Tenant {
  readonly id: number;
  /** Who makes its changes. */
  readonly actor: string;
}

/** In memory, by the whole header Authorization: nothing is hashed, looked up in the database, or ever out of date. */
const TENANTS = new Map<string, Tenant>(
  Object.entries(JSON.parse(readFileSync(process.env.TENANTS!, 'utf8')) as Record<string, Tenant>),
);

export const tenantOf = (authorization: string | undefined): Tenant | undefined =>
  TENANTS.get(authorization ?? '');
