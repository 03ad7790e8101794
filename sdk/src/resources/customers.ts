import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { Resource } from '../resource.ts';

export type Customer = Answer<'Customer'>;
export type CustomerCreate = Input<'CustomerCreate'>;
export type CustomerUpdate = Input<'CustomerUpdate'>;
export type CustomerQuery = Query<'listCustomers'>;

export class Customers extends Resource<Customer, CustomerCreate, CustomerUpdate, CustomerQuery> {
  /** @internal */
  constructor(http: Http) {
    super(http, '/customers');
  }
}
