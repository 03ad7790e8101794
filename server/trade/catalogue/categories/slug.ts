import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';

const MAX_LENGTH = 110; // leaves room for a number after it in the contract's 120

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
  'find taken slugs',
  `SELECT coalesce(bool_or(slug = :slug), false) AS taken,
     max(CASE WHEN slug = :slug THEN 1 ELSE substring(slug FROM length(:slug) + 2)::integer END) AS last
   FROM categories WHERE tenant_id = :tenant_id AND deleted_at IS NULL
     AND (slug = :slug OR slug ~ ('^' || :slug || '-[0-9]{1,8}$'))`,
);

/** The name's slug, followed by the next number if it is taken: `cafes`, `cafes-2`, `cafes-3`. */
export async function availableSlug(tx: Transaction, tenantId: number, name: string): Promise<string> {
  const slug = slugOf(name);
  const [found] = await findTaken<{ taken: boolean; last: number }>(tx, { tenant_id: tenantId, slug });
  return found!.taken ? `${slug}-${found!.last + 1}` : slug;
}
