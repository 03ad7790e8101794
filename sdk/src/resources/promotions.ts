import type { Input, Output, Query } from '../contract.ts';
import { Resource } from '../resource.ts';
import type { Transport } from '../transport.ts';

export type Promotion = Output<'Promotion'>;
export type PromotionCreate = Input<'PromotionCreate'>;
export type PromotionUpdate = Input<'PromotionUpdate'>;
export type PromotionQuery = Query<'listPromotions'>;

export class Promotions extends Resource<Promotion, PromotionCreate, PromotionUpdate, PromotionQuery> {
  constructor(transport: Transport) {
    super(transport, '/promotions');
  }
}
