import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { OPERATOR } from '../../../../server/accounts/audit/actor.ts';
import { insertTenant } from '../../../../server/accounts/tenants/store.ts';
import { eventKinds } from '../../../../server/base/contract.ts';
import type { Context } from '../../../../server/main/context.ts';
import { createEndpoint } from '../../../../server/webhooks/endpoints/create-endpoint.ts';
import { dataOf, type Load } from './load.ts';

/** Two endpoints each, like most; few endpoints have ten tenants, so that no tenant's turn limits them. */
const tenantsFor = (endpoints: number): number => Math.max(10, endpoints / 2);

/** A tenant and kind whose events go to exactly one endpoint. */
export interface Endpoint {
  readonly tenantId: number;
  readonly kind: string;
}

/** Creates an endpoint for each URL. Each endpoint of a tenant subscribes to a different kind. */
export class Endpoints {
  readonly #context: Context;
  readonly #sets = new Map<string, readonly Endpoint[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Emits the load's events, spread evenly over its URLs. */
  async emit(client: pg.Client, { count, urls }: Load): Promise<void> {
    const endpoints = await this.of(urls);
    for (let from = 0; from < count; from += 1000) {
      const numbers = Array.from({ length: Math.min(1000, count - from) }, (_, n) => from + n);
      await emitTo(client, numbers, endpoints);
    }
  }

  async of(urls: readonly string[]): Promise<readonly Endpoint[]> {
    const name = urls.join();
    const known = this.#sets.get(name) ?? (await this.#register(urls));
    this.#sets.set(name, known);
    return known;
  }

  async #register(urls: readonly string[]): Promise<Endpoint[]> {
    const { db, box } = this.#context;
    const tenants: number[] = [];
    const endpoints: Endpoint[] = [];
    const most = tenantsFor(urls.length);
    for (const [n, url] of urls.entries()) {
      if (tenants.length <= n % most) tenants.push(await insertTenant(db, 'Bench', 'Enterprise'));
      const tenantId = tenants[n % most]!;
      const kind = eventKinds[Math.floor(n / most)]!;
      const registration = { tenantId, url, description: '', events: [kind] };
      await db.transaction((tx) => createEndpoint(tx, OPERATOR, registration, box, randomInt));
      endpoints.push({ tenantId, kind });
    }
    return endpoints;
  }
}

/** Emits events and returns their ids in the order of `numbers`. */
export async function emitTo(
  client: pg.Client,
  numbers: readonly number[],
  endpoints: readonly Endpoint[],
): Promise<string[]> {
  const of = numbers.map((n) => endpoints[n % endpoints.length]!);
  const { rows } = await client.query<{ id: string }>(
    `SELECT emit_event(tenant_id, kind, data) AS id
     FROM unnest($1::integer[], $2::text[], $3::text[]) AS event (tenant_id, kind, data)`,
    [of.map(({ tenantId }) => tenantId), of.map(({ kind }) => kind), numbers.map(dataOf)],
  );
  return rows.map(({ id }) => id);
}
