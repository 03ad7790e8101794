import type { Input, Output, Query } from '../contract.ts';
import { Resource } from '../resource.ts';
import type { Transport } from '../transport.ts';

export type Customer = Output<'Customer'>;
export type CustomerCreate = Input<'CustomerCreate'>;
export type CustomerUpdate = Input<'CustomerUpdate'>;
export type CustomerQuery = Query<'listCustomers'>;

export class Customers extends Resource<Customer, CustomerCreate, CustomerUpdate, CustomerQuery> {
  constructor(transport: Transport) {
    super(transport, '/customers');
  }
}
