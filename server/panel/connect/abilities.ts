import { SCOPES, type Scope } from '../../accounts/api-keys/scopes.ts';
import { readScopes } from '../api-keys/scopes.tsx';

/** What a system may do, as a shop says it, and the scopes that this takes. Whatever changes something must read it, too. */
const SCOPES_OF = {
  see_orders: ['orders.read', 'customers.read'],
  place_orders: ['orders.read', 'orders.write'],
  keep_customers: ['customers.read', 'customers.write'],
  see_products: ['products.read', 'categories.read', 'price_tables.read'],
  keep_products: [
    ...['products.read', 'products.write', 'categories.read', 'categories.write'],
    ...['price_tables.read', 'price_tables.write'],
  ],
  // Stock has no scopes of its own; its hint says so.
  keep_stock: ['products.read', 'products.write'],
  keep_offers: ['promotions.read', 'promotions.write', 'coupons.read', 'coupons.write'],
  see_all: readScopes,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Ability = keyof typeof SCOPES_OF;

export const ABILITIES = Object.keys(SCOPES_OF) as Ability[];

/** Boxes that aren't ours count for nothing. */
export const abilitiesOf = (checked: readonly string[]): Ability[] =>
  ABILITIES.filter((ability) => checked.includes(ability));

export function scopesFor(abilities: readonly Ability[]): Scope[] {
  const needed = new Set<string>(abilities.flatMap((ability) => SCOPES_OF[ability]));
  return SCOPES.filter((scope) => needed.has(scope));
}
