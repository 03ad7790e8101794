import { meantByTaxId, type TaxIdHolder, taxIdForms } from '../../base/formats/tax-id.ts';
import type { Querier } from '../../db/querier.ts';
import type { FindIds } from '../../db/sql/list-spec.ts';
import { LIVE_AND_DELETED } from '../../db/sql/named-filter.ts';
import { statement } from '../../db/sql/statement.ts';

/** How a body names a customer, when it doesn't by our id. */
export type OwnReference = { readonly customer_external_id: string } | { readonly customer_tax_id: string };

export interface ReferencedCustomer {
  readonly id: number;
  readonly status: string;
}

const byExternalId = statement(
  'find customer by external id',
  `SELECT id, status FROM customers
   WHERE tenant_id = :tenant_id AND external_id = :external_id AND deleted_at IS NULL`,
);

const byTaxId = statement(
  'find customer by tax id',
  `SELECT id, status, tax_id, tax_id_type FROM customers
   WHERE tenant_id = :tenant_id AND tax_id = ANY ((SELECT :forms::text[])::text[]) AND deleted_at IS NULL`,
);

export async function findReferencedCustomer(
  db: Querier,
  tenantId: number,
  reference: OwnReference,
): Promise<ReferencedCustomer | undefined> {
  const tenant_id = tenantId;
  if ('customer_external_id' in reference)
    return (
      await byExternalId<ReferencedCustomer>(db, { tenant_id, external_id: reference.customer_external_id })
    )[0];
  const text = reference.customer_tax_id;
  const found = await byTaxId<ReferencedCustomer & TaxIdHolder>(db, { tenant_id, forms: taxIdForms(text) });
  return meantByTaxId(text, found)[0];
}

const names = statement(
  'get names of customer',
  'SELECT external_id, tax_id, tax_id_type FROM customers WHERE tenant_id = :tenant_id AND id = :id',
);

/** Whether the customer has this reference, even if it was deleted. */
export async function isNamedBy(
  db: Querier,
  tenantId: number,
  id: number,
  reference: OwnReference,
): Promise<boolean> {
  const found = await names<TaxIdHolder & { external_id: string | null }>(db, { tenant_id: tenantId, id });
  return 'customer_external_id' in reference
    ? found.some(({ external_id }) => external_id === reference.customer_external_id)
    : meantByTaxId(reference.customer_tax_id, found).length > 0;
}

const idsByTaxId = statement(
  'find customer ids by tax id',
  `SELECT id, tax_id, tax_id_type, deleted_at IS NOT NULL AS is_deleted FROM customers
   WHERE tenant_id = :tenant_id AND tax_id = ANY (:forms::text[]) ${LIVE_AND_DELETED}`,
);

interface NamedRow extends TaxIdHolder {
  readonly id: number;
  readonly is_deleted: boolean;
}

/** Those who have the tax id of the customer that an order would find by it, or had it until they were deleted. */
export const findIdsByTaxId: FindIds = async (db, tenantId, taxId) => {
  const rows = await idsByTaxId<NamedRow>(db, { tenant_id: tenantId, forms: taxIdForms(taxId) });
  const [meant] = liveFirst(taxId, rows);
  const isForeign = ({ tax_id_type }: NamedRow) => tax_id_type === 'foreign';
  return rows
    .filter((row) => meant && row.tax_id === meant.tax_id && isForeign(row) === isForeign(meant))
    .map(({ id }) => id);
};

/** The rows that a tax id means: those that aren't deleted, or if there are none, the others. */
export function liveFirst<Row extends TaxIdHolder & { readonly is_deleted: boolean }>(
  taxId: string,
  rows: readonly Row[],
): readonly Row[] {
  const live = meantByTaxId(
    taxId,
    rows.filter(({ is_deleted }) => !is_deleted),
  );
  return live.length > 0 ? live : meantByTaxId(taxId, rows);
}
