import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { type List, PagedList } from '../pagination.ts';
import {
  type ChangeOptions,
  type CreateOptions,
  changeHeaders,
  createHeaders,
  type RequestOptions,
} from '../request-options.ts';

export type Customer = Answer<'Customer'>;
export type CustomerCreate = Input<'CustomerCreate'>;
export type CustomerUpdate = Input<'CustomerUpdate'>;
export type CustomerQuery = Query<'listCustomers'>;

export class Customers {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  list(query?: CustomerQuery, options?: RequestOptions): List<Customer> {
    return new PagedList((cursor = query?.cursor) =>
      this.#http.send(options, (api, init) =>
        api.GET('/customers', { ...init, params: { query: { ...query, cursor } } }),
      ),
    );
  }

  get(id: number, options?: RequestOptions): Promise<Customer> {
    return this.#http.send(options, (api, init) =>
      api.GET('/customers/{customer_id}', { ...init, params: { path: { customer_id: id } } }),
    );
  }

  create(body: CustomerCreate, options?: CreateOptions): Promise<Customer> {
    return this.#http.send(options, (api, init) =>
      api.POST('/customers', { ...init, params: { header: createHeaders(options) }, body }),
    );
  }

  /** Changes the fields that you send and leaves the others. */
  update(id: number, body: CustomerUpdate, options?: ChangeOptions): Promise<Customer> {
    return this.#http.send(options, (api, init) =>
      api.PATCH('/customers/{customer_id}', {
        ...init,
        params: { path: { customer_id: id }, header: changeHeaders(options) },
        body,
      }),
    );
  }

  async delete(id: number, options?: ChangeOptions): Promise<void> {
    await this.#http.send(options, (api, init) =>
      api.DELETE('/customers/{customer_id}', {
        ...init,
        params: { path: { customer_id: id }, header: changeHeaders(options) },
      }),
    );
  }
}
