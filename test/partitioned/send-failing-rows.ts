import { asking } from '../contract/ask-sample.ts';
import type { RequestSample } from '../contract-check/request-samples.ts';
import type { TestTenant } from '../support/test-environment.ts';

/** No row has it. */
export const UNKNOWN_ID = 2_000_000_000;

/** What a row refers to, with ids that no row has. */
const UNKNOWN_REFERENCE: Readonly<Record<string, object>> = {
  batchProducts: { category_id: UNKNOWN_ID },
  batchCategories: { parent_id: UNKNOWN_ID },
  batchCustomers: { price_table_id: UNKNOWN_ID },
  batchStockAdjustments: { sku: undefined, product_id: UNKNOWN_ID },
  batchPromotions: { target: { type: 'products', product_ids: [UNKNOWN_ID] } },
  batchCoupons: { discount: undefined, promotion_id: UNKNOWN_ID },
  importOrders: {
    ...{ external_id: 'UNKNOWN', customer_external_id: undefined, customer_tax_id: undefined },
    customer_id: UNKNOWN_ID,
  },
};

interface Batch {
  readonly items: readonly object[];
}
interface Outcome {
  readonly results: readonly {
    readonly status: number;
    readonly problem: { readonly code: string } | null;
  }[];
}

/**
 * Sends a batch that has just been written once more, with rows that fail beside those that don't: a row without its external id conflicts
 * with the one that it created, and one refers to what doesn't exist.
 */
export async function sendFailingRows(sample: RequestSample, tenant: TestTenant): Promise<void> {
  const { items } = sample.body as Batch;
  const unknown = UNKNOWN_REFERENCE[sample.operationId];
  const rows = [...items, ...items, ...(unknown ? [{ ...items[0], ...unknown }] : [])];
  const response = await asking(sample)(tenant, { body: { ...(sample.body as Batch), items: rows } });
  const { results } = (await response.json()) as Outcome;
  const failed = results.filter(({ status }) => status >= 400).length;
  const codes = results.map(({ status, problem }) => problem?.code ?? String(status));
  if (failed === 0 || (unknown && codes.at(-1) !== 'invalid_reference'))
    throw new Error(`${sample.operationId}: ${codes.join(', ')}`);
}
