import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { Resource } from '../resource.ts';

export type Category = Answer<'Category'>;
export type CategoryCreate = Input<'CategoryCreate'>;
export type CategoryUpdate = Input<'CategoryUpdate'>;
export type CategoryQuery = Query<'listCategories'>;

export class Categories extends Resource<Category, CategoryCreate, CategoryUpdate, CategoryQuery> {
  /** @internal */
  constructor(http: Http) {
    super(http, '/categories');
  }
}
