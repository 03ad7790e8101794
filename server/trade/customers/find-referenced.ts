import { bareId, taxIdForms } from '../../base/formats/tax-id.ts';
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

// A foreign tax id is stored as it was sent, and could be another customer's CPF with a mask. Then it's the one that is meant.
const byTaxId = statement(
  'find customer by tax id',
  `SELECT id, status FROM customers
   WHERE tenant_id = :tenant_id AND tax_id = ANY (ARRAY[:as_sent, :without_mask]::text[]) AND deleted_at IS NULL
   ORDER BY tax_id = :as_sent::text DESC LIMIT 1`,
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
  const as_sent = reference.customer_tax_id;
  const found = await byTaxId<ReferencedCustomer>(db, {
    tenant_id,
    as_sent,
    without_mask: bareId(as_sent),
  });
  return found[0];
}

const named = statement(
  'is customer named by',
  `SELECT 1 FROM customers WHERE tenant_id = :tenant_id AND id = :id
     AND (external_id = :external_id::text OR tax_id = ANY (ARRAY[:as_sent, :without_mask]::text[]))`,
);

/** Whether the customer has this reference, even if it was deleted. */
export async function isNamedBy(
  db: Querier,
  tenantId: number,
  id: number,
  reference: OwnReference,
): Promise<boolean> {
  const taxId = 'customer_tax_id' in reference ? reference.customer_tax_id : null;
  const found = await named(db, {
    tenant_id: tenantId,
    id,
    external_id: 'customer_external_id' in reference ? reference.customer_external_id : null,
    as_sent: taxId,
    without_mask: taxId === null ? null : bareId(taxId),
  });
  return found.length > 0;
}

const idsByTaxId = statement(
  'find customer ids by tax id',
  `SELECT id FROM customers WHERE tenant_id = :tenant_id AND tax_id = ANY (:forms::text[]) ${LIVE_AND_DELETED}`,
);

export const findIdsByTaxId: FindIds = async (db, tenantId, taxId) => {
  const found = await idsByTaxId<{ id: number }>(db, { tenant_id: tenantId, forms: taxIdForms(taxId) });
  return found.map(({ id }) => id);
};
