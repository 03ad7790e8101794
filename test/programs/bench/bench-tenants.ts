import { settle } from '../growth/settle.ts';
import { addTenants, type FilledTenant, numberEvents, type TenantsToFill } from './fill-tenants.ts';
import type { RowKind } from './rows/row.ts';

export const MANY = 1_000;

const FILLED: Readonly<Record<RowKind['tenants'], Omit<TenantsToFill, 'products'>>> = {
  many: { count: MANY, rateLimit: 'of the plan' },
  one: { count: 1, rateLimit: 'out of reach' },
};

/** The tenants of the rows. Each set is filled before the first row that needs it, so that the rows before are without it. */
export class BenchTenants {
  readonly #url: string;
  readonly #products: number;
  readonly #filled = new Map<string, readonly FilledTenant[]>();

  constructor(url: string, products: number) {
    this.#url = url;
    this.#products = products;
  }

  async of(kind: RowKind['tenants']): Promise<readonly FilledTenant[]> {
    const filled = this.#filled.get(kind) ?? (await this.#fill(kind));
    this.#filled.set(kind, filled);
    return filled;
  }

  async #fill(kind: RowKind['tenants']): Promise<readonly FilledTenant[]> {
    const tenants = await addTenants(this.#url, { ...FILLED[kind], products: this.#products });
    await numberEvents(this.#url);
    await settle(this.#url);
    return tenants;
  }
}
