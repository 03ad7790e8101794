import type { Input, Output, Query } from '../contract.ts';
import type { Reply } from '../reply.ts';
import type { CreateOptions } from '../request-options.ts';
import { Resource } from '../resource.ts';
import type { Transport } from '../transport.ts';

export type Product = Output<'Product'>;
export type ProductCreate = Input<'ProductCreate'>;
export type ProductUpdate = Input<'ProductUpdate'>;
export type StockAdjustment = Output<'StockAdjustment'>;
export type StockAdjustmentCreate = Input<'StockAdjustmentCreate'>;
export type ProductQuery = Query<'listProducts'>;

export class Products extends Resource<Product, ProductCreate, ProductUpdate, ProductQuery> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, '/products');
    this.#transport = transport;
  }

  /** The only way to change stock on hand: `set` it to what was counted, or add a `delta`. */
  adjustStock(id: number, body: StockAdjustmentCreate, options?: CreateOptions): Reply<StockAdjustment> {
    return this.#transport.send(
      'post',
      '/stock/{product_id}/adjustments',
      { path: { product_id: id }, body },
      options,
    );
  }
}
