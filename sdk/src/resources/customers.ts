// Generated from the contract by `npm run generate`. Do not edit.
import type {
  Customer,
  CustomerCreate,
  CustomerErasure,
  CustomerErasureCreate,
  CustomerExportQuery,
  CustomerPersonalData,
  CustomerQuery,
  CustomerUpdate,
  ExportFormat,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type {
  ChangeOptions,
  CreateOptions,
  ListOptions,
  MatchOptions,
  RequestOptions,
  UpsertOptions,
} from '../transport/request-options.ts';
import type { BatchAllResult, BatchItem, BatchItems, BatchResult } from './batch.ts';
import { Resource } from './resource.ts';

/** People and companies that buy. */
export class Customers extends Resource {
  /**
   * Returns customers in the order of `sort`, one page at a time. Use `tax_id` to find a person by CPF or a
   * company by CNPJ.
   */
  list(query?: CustomerQuery, options?: ListOptions): List<Customer> {
    return this.listOf('/customers', options, query);
  }

  /** Exports the customers that `list` lists. */
  export<Format extends ExportFormat>(
    query: CustomerExportQuery<Format>,
    options?: RequestOptions,
  ): Export<Customer, Format> {
    return this.exportOf('/exports/customers', options, query);
  }

  /** Returns one customer. */
  get(id: number, options?: RequestOptions): Reply<Customer> {
    return this.request('get', '/customers/{customer_id}', options, [id]);
  }

  /** Creates a person or a company. Emits `customer.created`. */
  create(body: CustomerCreate, options?: CreateOptions): Reply<Customer> {
    return this.request('post', '/customers', options, [], body);
  }

  /**
   * Updates the fields you send; `addresses` and `tags` are replaced as a whole. If a value actually
   * changes, emits `customer.updated` with `changed_fields`.
   */
  update(id: number, body: CustomerUpdate, options?: ChangeOptions): Reply<Customer> {
    return this.request('patch', '/customers/{customer_id}', options, [id], body);
  }

  /**
   * Updates the customer with this `external_id`, as `update` does. If there is none, creates it, as
   * `create` does, and the body must have every field that `create` requires. Sending the same request again
   * changes nothing.
   */
  upsert(externalId: string, body: CustomerUpdate, options?: UpsertOptions): Reply<Customer> {
    return this.request('put', '/customers/external/{external_id}', options, [externalId], body);
  }

  /**
   * Deletes a customer. The customer can no longer place orders, and another customer can take the tax id
   * and external id. Existing orders keep the customer. The row stays, with the person's data in it: `erase`
   * erases that.
   */
  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/customers/{customer_id}', options, [id]);
  }

  /** Returns the customer with this `external_id`. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<Customer> {
    return this.request('get', '/customers/external/{external_id}', options, [externalId]);
  }

  /**
   * Does what `update` does, for the customer with this `external_id`. If there is none, the response is
   * 404: `upsert` would create it.
   */
  updateByExternalId(externalId: string, body: CustomerUpdate, options?: ChangeOptions): Reply<Customer> {
    return this.request('patch', '/customers/external/{external_id}', options, [externalId], body);
  }

  /** Does what `delete` does, for the customer with this `external_id`. */
  deleteByExternalId(externalId: string, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/customers/external/{external_id}', options, [externalId]);
  }

  /**
   * A row whose `external_id` belongs to an existing customer updates it, as `update` does. Every other row
   * creates a customer, as `create` does. With `matchBy: 'tax_id'` the rows find their customers by tax id
   * instead. Each row succeeds or fails on its own. Results come in the order of the rows: `status` is what
   * the single request would have returned, with `data` or `problem`. A batch counts as one request against
   * the rate limit.
   */
  batch<By extends 'external_id' | 'tax_id' = 'external_id'>(
    items: BatchItem<CustomerCreate, CustomerUpdate, By>[],
    options?: CreateOptions & MatchOptions<By>,
  ): Reply<BatchResult<Customer>[]> {
    return this.batchOf('/customers/batch', items, options);
  }

  /**
   * Sends any number of items, 100 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll<By extends 'external_id' | 'tax_id' = 'external_id'>(
    items: BatchItems<BatchItem<CustomerCreate, CustomerUpdate, By>>,
    options?: RequestOptions & MatchOptions<By>,
  ): AsyncGenerator<
    BatchAllResult<BatchItem<CustomerCreate, CustomerUpdate, By>, Customer>,
    void,
    undefined
  > {
    return this.batchesOf('/customers/batch', items, 100, options);
  }

  /**
   * Replaces the personal data of a customer, also of one that is deleted, and of the customer's orders. It
   * can't be undone.
   * Deleting a customer, in contrast, only hides the row.
   *
   * - **At once**, in this request: the customer is deleted, and its `name` becomes `[erased]`. `status` becomes `inactive`,
   * `addresses`, `tags` and `metadata` become empty, and all other fields but `type` and `price_table_id`
   * null, `external_id`
   * among them: it may be an e-mail address. Emits `customer.updated` with the erased customer.
   * - **Within a minute, as a rule**, in steps: the orders, the stored responses to requests with an `Idempotency-Key`, the events, and
   * what endpoints responded to their deliveries. A delivery that is still waiting is sent with the erased
   * data.
   *
   * In an order, `notes`, the shipping's `address` and `tracking_code`, the `reference` of payments and
   * refunds, the `description` of charges
   * and the `url` of the fiscal document become null, `metadata` becomes empty, and each reason becomes
   * `[erased]`. Amounts, quantities,
   * dates, statuses and the numbers of fiscal documents stay: `exemptions` says why. Orders that change get
   * a new `version` and `updated_at`,
   * so syncs by `updated_since` see them. No event is sent for them.
   *
   * While the customer has orders that are Pending or In_Transit, the response is 409 `in_use`, and `errors`
   * names them: they need the
   * address. Deliver or cancel them first. Afterwards the customer can't be changed, and no order can be
   * placed for it. Texts that you add to
   * its orders later, or import, are erased by a further request. While an erasure of the customer is
   * running, the response is that erasure.
   */
  erase(body: CustomerErasureCreate, options?: CreateOptions): Reply<CustomerErasure> {
    return this.request('post', '/customer-erasures', options, [], body);
  }

  /**
   * Returns how far an erasure is, what it has replaced so far, and what is kept. It holds no value of the
   * person, and is kept.
   */
  getErasure(id: number, options?: RequestOptions): Reply<CustomerErasure> {
    return this.request('get', '/customer-erasures/{customer_erasure_id}', options, [id]);
  }

  /**
   * Returns what is stored about one customer, to give to the person: the customer, also one that is
   * deleted, and the first 100 orders by id. `GET /orders?customer_id=77&limit=100` goes on with `cursor`.
   * Without the scope `orders.read`, `orders` is null and `omissions` says so.
   */
  personalData(id: number, options?: RequestOptions): Reply<CustomerPersonalData> {
    return this.request('get', '/customer-personal-data/{customer_id}', options, [id]);
  }
}
