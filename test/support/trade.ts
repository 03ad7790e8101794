import type { Customer } from '@tradepost/sdk';
import type { components } from '../../generated/openapi.ts';
import { buyer } from './shop.ts';
import type { TenantOptions, TestEnvironment, TestTenant } from './test-environment.ts';

type Schemas = components['schemas'];
export type Order = Schemas['Order'];
export type Coupon = Schemas['Coupon'];
export type OrderStatus = Schemas['OrderStatus'];
export type OrderBody = Omit<Schemas['OrderCreate'], 'customer_id'> & { readonly customer_id?: number };
export type Discount = Schemas['DiscountInput'];
export type PromotionCreate = Schemas['PromotionCreate'];
export type CouponCreate = Schemas['CouponCreate'];
export type PriceTableCreate = Schemas['PriceTableCreate'];

/** An error with the members of the problem, for `rejects.toMatchObject`. */
export class RequestRefused
  extends Error
  implements Pick<Schemas['Problem'], 'status' | 'code' | 'errors' | 'allowed'>
{
  declare readonly status: number;
  declare readonly code: Schemas['ProblemCode'];
  declare readonly errors: Schemas['ProblemError'][];
  declare readonly allowed?: OrderStatus[];

  constructor(problem: Schemas['Problem']) {
    super(problem.detail);
    Object.assign(this, problem);
  }
}

/** The API's operations as functions. `request` checks each response against the contract. */
function tradeOperations({ request }: TestTenant) {
  async function send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T> {
    const answer = await request(method, path, { body, headers });
    if (!answer.ok) throw new RequestRefused((await answer.json()) as Schemas['Problem']);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }
  const post = <T>(path: string, body: unknown): Promise<T> => send<T>('POST', path, body);
  const list = async <T>(path: string, query: Record<string, string> = {}): Promise<T[]> =>
    (await send<{ data: T[] }>('GET', `${path}?${new URLSearchParams({ limit: '200', ...query })}`)).data;
  const resource = <Row, Create, Update>(path: string) => ({
    create: (body: Create) => post<Row>(path, body),
    get: (id: number) => send<Row>('GET', `${path}/${id}`),
    list: (query?: Record<string, string>) => list<Row>(path, query),
    update: (id: number, body: Update, headers?: Record<string, string>) =>
      send<Row>('PATCH', `${path}/${id}`, body, headers),
    delete: (id: number, headers?: Record<string, string>) =>
      send<void>('DELETE', `${path}/${id}`, undefined, headers),
  });
  return {
    priceTables: {
      ...resource<Schemas['PriceTable'], PriceTableCreate, Schemas['PriceTableUpdate']>('/price-tables'),
      set: (id: number, ...entries: Schemas['PriceTableEntrySet'][]) =>
        send<Schemas['PriceTableEntriesResult']>('PUT', `/price-table-entries/${id}`, { entries }),
      entries: (id: number, query?: Record<string, string>) =>
        list<Schemas['PriceTableEntry']>(`/price-table-entries/${id}`, query),
    },
    promotions: resource<Schemas['Promotion'], PromotionCreate, Schemas['PromotionUpdate']>('/promotions'),
    coupons: {
      ...resource<Coupon, CouponCreate, Schemas['CouponUpdate']>('/coupons'),
      validate: (body: Schemas['CouponValidate']) =>
        post<Schemas['CouponValidation']>('/coupons/validate', body),
      redemptions: (id: number, query?: Record<string, string>) =>
        list<Schemas['CouponRedemption']>(`/coupon-redemptions/${id}`, query),
    },
    placeOrder: (body: Schemas['OrderCreate']) => post<Order>('/orders', body),
    quoteOrder: (body: Schemas['OrderCreate']) => post<Schemas['OrderQuote']>('/orders/quote', body),
    change: (id: number, body: Schemas['OrderUpdate'], headers?: Record<string, string>) =>
      send<Order>('PATCH', `/orders/${id}`, body, headers),
    move: (id: number, status: OrderStatus, options: Omit<Schemas['OrderStatusSet'], 'status'> = {}) =>
      post<Order>(`/orders/${id}/status`, { status, ...options }),
    pay: (id: number, amount: number, more: Partial<Schemas['PaymentCreate']> = {}) =>
      post<Order>(`/orders/${id}/payments`, { amount, method: 'pix', ...more }),
    refund: (id: number, amount: number, more: Partial<Schemas['RefundCreate']> = {}) =>
      post<Order>(`/orders/${id}/refunds`, { amount, reason: 'Devolvido', ...more }),
    voidPayment: (id: number, paymentId: number, reason = 'Engano') =>
      post<Order>(`/orders/${id}/payments/${paymentId}/void`, { reason }),
    takeBack: (
      id: number,
      quantities: Readonly<Record<number, number>>,
      more: Partial<Schemas['ReturnCreate']> = {},
    ) =>
      post<Order>(`/orders/${id}/returns`, {
        items: Object.entries(quantities).map(([line, quantity]) => ({ line: Number(line), quantity })),
        ...{ restock: true, reason: 'Devolvido', ...more },
      }),
    attempt: (id: number, body: Schemas['DeliveryAttemptCreate']) =>
      post<Order>(`/orders/${id}/delivery-attempts`, body),
  };
}

export interface Shop extends TestTenant, ReturnType<typeof tradeOperations> {
  readonly customer: Customer;
  /** Places an order for `customer`, unless the body names another one. */
  order(body: OrderBody): Promise<Order>;
  quote(body: OrderBody): Promise<Schemas['OrderQuote']>;
}

/** A tenant with a customer, and functions for its operations. */
export async function openShop(environment: TestEnvironment, options?: TenantOptions): Promise<Shop> {
  const tenant = await environment.tenant(options);
  const customer = await buyer(tenant.tp);
  const operations = tradeOperations(tenant);
  return {
    ...tenant,
    ...operations,
    customer,
    order: (body) => operations.placeOrder({ customer_id: customer.id, ...body }),
    quote: (body) => operations.quoteOrder({ customer_id: customer.id, ...body }),
  };
}

/** The expected members of a refusal: status, code, and the pointers of its issues. */
export const refusal = (status: number, code: Schemas['ProblemCode'], ...pointers: string[]) => ({
  status,
  code,
  ...(pointers.length > 0 && { errors: pointers.map((pointer) => ({ pointer })) }),
});

/** The number of fulfilled requests, and the status and code of the others. */
export async function outcomes(
  attempts: readonly Promise<unknown>[],
): Promise<{ done: number; refused: string[] }> {
  const settled = await Promise.allSettled(attempts);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as RequestRefused] : []));
  const kinds = new Set(refused.map(({ status, code, message }) => (code ? `${status} ${code}` : message)));
  return { done: settled.length - refused.length, refused: [...kinds].toSorted() };
}
