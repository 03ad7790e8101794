import type { Answer, Input, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { Resource } from '../resource.ts';

export type Promotion = Answer<'Promotion'>;
export type PromotionCreate = Input<'PromotionCreate'>;
export type PromotionUpdate = Input<'PromotionUpdate'>;
export type PromotionQuery = Query<'listPromotions'>;

export class Promotions extends Resource<Promotion, PromotionCreate, PromotionUpdate, PromotionQuery> {
  /** @internal */
  constructor(http: Http) {
    super(http, '/promotions');
  }
}
