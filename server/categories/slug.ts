import { statement, type Transaction } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';

const MAX_LENGTH = 110; // leaves room for a number behind it in the contract's 120

/** A name in lower-case ASCII letters, digits and single hyphens: `Cafés & Chás` is `cafes-chas`. */
export function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = ascii
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_LENGTH);
  return slug.replace(/-$/, '') || 'category';
}

const findTaken = statement(
  'categories slug',
  `SELECT coalesce(bool_or(slug = $2), false) AS taken,
     max(CASE WHEN slug = $2 THEN 1 ELSE substring(slug FROM length($2) + 2)::integer END) AS last
   FROM categories WHERE tenant_id = $1 AND deleted_at IS NULL AND (slug = $2 OR slug ~ ('^' || $2 || '-[0-9]{1,8}$'))`,
);

/** The name's slug, with the next number behind it when it is taken: `cafes`, `cafes-2`, `cafes-3`. */
export async function availableSlug(tx: Transaction, tenantId: number, name: string): Promise<string> {
  const slug = slugOf(name);
  const found = (await firstRow<{ taken: boolean; last: number }>(tx, findTaken, [tenantId, slug]))!;
  return found.taken ? `${slug}-${found.last + 1}` : slug;
}
