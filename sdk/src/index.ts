export { type Me, Tradepost } from './client.ts';
export type { TradepostConfig } from './config.ts';
export { ApiError } from './errors/api-error.ts';
export { ConfigurationError } from './errors/configuration-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export type { ProblemCode, ProblemError } from './errors/problem.ts';
export { TradepostError } from './errors/tradepost-error.ts';
export type { List, Page } from './pagination.ts';
export type { ChangeOptions, CreateOptions, RequestOptions } from './request-options.ts';
export type {
  Categories,
  Category,
  CategoryCreate,
  CategoryQuery,
  CategoryUpdate,
} from './resources/categories.ts';
export type {
  Customer,
  CustomerCreate,
  CustomerQuery,
  Customers,
  CustomerUpdate,
} from './resources/customers.ts';
export type { Order, OrderCreate, OrderQuery, OrderStatus, Orders } from './resources/orders.ts';
export type {
  Product,
  ProductCreate,
  ProductQuery,
  Products,
  ProductUpdate,
  StockAdjustment,
  StockAdjustmentCreate,
} from './resources/products.ts';
export type {
  Stock,
  StockBalance,
  StockMovement,
  StockMovementQuery,
  StockQuery,
} from './resources/stock.ts';
