import type { Order } from '../../../generated/sdk-types.ts';
import type { FaultOf, Page } from '../lists/pagination.ts';
import type { ParsedResponse, Reply } from '../transport/api-promise.ts';
import type { Checks } from '../transport/checks.ts';

// Nothing is imported from the rest of the client, so that bundlers needn't cut it in two.

export type ReadOrders = (query: { external_id: string }, faultOf: FaultOf) => Reply<Page<Order>>;

/** In the service's words: it has no operation for this. */
const NOT_FOUND = {
  code: 'not_found',
  status: 404,
  title: 'Not found',
  detail: 'There is no order with this external_id.',
  errors: [{ parameter: 'external_id', code: 'not_found', detail: 'no order has this external_id' }],
};

export async function findOrder(
  externalId: string,
  read: ReadOrders,
  isPage: FaultOf,
  { refuse }: Checks,
): Promise<ParsedResponse<Order>> {
  // Without it the list would have every order.
  if (typeof externalId !== 'string' || externalId === '')
    refuse(`external_id is ${externalId === '' ? 'empty' : externalId}. Pass that of the order.`);
  const isFound: FaultOf = (body) =>
    isPage(body) ?? ((body as Page<Order>).data.length > 0 ? undefined : NOT_FOUND);
  const { data, response } = await read({ external_id: externalId }, isFound).withResponse();
  return { data: data.data[0]!, response };
}
