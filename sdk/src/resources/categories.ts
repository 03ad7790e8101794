import type { Input, Output, Query } from '../contract.ts';
import { Resource } from '../resource.ts';
import type { Transport } from '../transport.ts';

export type Category = Output<'Category'>;
export type CategoryCreate = Input<'CategoryCreate'>;
export type CategoryUpdate = Input<'CategoryUpdate'>;
export type CategoryQuery = Query<'listCategories'>;

export class Categories extends Resource<Category, CategoryCreate, CategoryUpdate, CategoryQuery> {
  constructor(transport: Transport) {
    super(transport, '/categories');
  }
}
