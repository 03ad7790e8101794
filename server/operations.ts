import { getMe } from './api-keys/handlers.ts';
import { categoryResource } from './categories/resource.ts';
import { categoryList } from './categories/store.ts';
import type { Clock } from './clock.ts';
import * as coupons from './coupons/handlers.ts';
import { couponResource } from './coupons/resource.ts';
import { couponEverExisted, couponList, redemptionList } from './coupons/store.ts';
import { customerResource } from './customers/resource.ts';
import { customerList } from './customers/store.ts';
import type { Database } from './db/database.ts';
import * as events from './events/handlers.ts';
import type { Handlers, ReportHandlers } from './handler.ts';
import { updateOrder } from './orders/change-handler.ts';
import * as orders from './orders/handlers.ts';
import * as orderLifecycle from './orders/lifecycle-handlers.ts';
import { listOrders } from './orders/list-orders.ts';
import * as orderPayments from './orders/payment-handlers.ts';
import * as orderRefunds from './orders/refund-handlers.ts';
import { orderResource } from './orders/store.ts';
import type { Cursors } from './pagination.ts';
import { entryList } from './price-tables/entries.ts';
import * as priceTables from './price-tables/handlers.ts';
import { priceTableResource } from './price-tables/resource.ts';
import { priceTableEverExisted, priceTableList } from './price-tables/store.ts';
import { productResource } from './products/resource.ts';
import { productList } from './products/store.ts';
import { promotionResource } from './promotions/resource.ts';
import { promotionList } from './promotions/store.ts';
import { getSalesReport } from './reports/handlers.ts';
import {
  batchHandler,
  createHandler,
  deleteHandler,
  getHandler,
  updateHandler,
  upsertHandler,
} from './resources/handler-factories.ts';
import { childListHandler, listHandler } from './resources/list-handler.ts';
import type { CheckBody } from './resources/upsert.ts';
import * as stock from './stock/handlers.ts';
import { balanceList, movementList } from './stock/store.ts';

export const reportHandlers: ReportHandlers = { getSalesReport };

export interface OperationDeps extends Clock {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly monotonicMs: () => number;
}

/** The handler of each operation. It doesn't compile if a handler is missing, surplus or assigned to the wrong operation. */
export function createHandlers(deps: OperationDeps, checkBody: CheckBody): Handlers {
  const { cursors } = deps;
  return {
    getMe: getMe(deps.db, deps.monotonicMs),

    listProducts: listHandler(productList, cursors),
    createProduct: createHandler(productResource),
    getProduct: getHandler(productResource),
    updateProduct: updateHandler(productResource),
    deleteProduct: deleteHandler(productResource),
    upsertProduct: upsertHandler(productResource, checkBody),
    batchProducts: batchHandler(productResource, checkBody),

    listCategories: listHandler(categoryList, cursors),
    createCategory: createHandler(categoryResource),
    getCategory: getHandler(categoryResource),
    updateCategory: updateHandler(categoryResource),
    deleteCategory: deleteHandler(categoryResource),
    upsertCategory: upsertHandler(categoryResource, checkBody),
    batchCategories: batchHandler(categoryResource, checkBody),

    listCustomers: listHandler(customerList, cursors),
    createCustomer: createHandler(customerResource),
    getCustomer: getHandler(customerResource),
    updateCustomer: updateHandler(customerResource),
    deleteCustomer: deleteHandler(customerResource),
    upsertCustomer: upsertHandler(customerResource, checkBody),
    batchCustomers: batchHandler(customerResource, checkBody),

    listStock: listHandler(balanceList, cursors),
    listStockMovements: listHandler(movementList, cursors),
    adjustStock: stock.adjustStock,
    createStockAdjustment: stock.createStockAdjustment,
    batchStockAdjustments: stock.batchStockAdjustments(checkBody),

    listEvents: events.listEvents(cursors),

    listOrders: listOrders(cursors),
    createOrder: orders.createOrder(deps),
    getOrder: getHandler(orderResource),
    updateOrder: updateOrder(deps),
    quoteOrder: orders.quoteOrder(deps),
    setOrderStatus: orderLifecycle.setOrderStatus,
    addOrderPayment: orderPayments.addOrderPayment(deps),
    voidOrderPayment: orderPayments.voidOrderPayment,
    addOrderRefund: orderRefunds.addOrderRefund(deps),
    addOrderReturn: orderRefunds.addOrderReturn(deps),
    addDeliveryAttempt: orderLifecycle.addDeliveryAttempt(deps),

    listPriceTables: listHandler(priceTableList, cursors),
    createPriceTable: createHandler(priceTableResource),
    getPriceTable: getHandler(priceTableResource),
    updatePriceTable: updateHandler(priceTableResource),
    deletePriceTable: deleteHandler(priceTableResource),
    upsertPriceTable: upsertHandler(priceTableResource, checkBody),
    batchPriceTables: batchHandler(priceTableResource, checkBody),
    listPriceTableEntries: childListHandler(priceTableResource, priceTableEverExisted, entryList, cursors),
    setPriceTableEntries: priceTables.setPriceTableEntries,

    listPromotions: listHandler(promotionList, cursors),
    createPromotion: createHandler(promotionResource),
    getPromotion: getHandler(promotionResource),
    updatePromotion: updateHandler(promotionResource),
    deletePromotion: deleteHandler(promotionResource),
    upsertPromotion: upsertHandler(promotionResource, checkBody),
    batchPromotions: batchHandler(promotionResource, checkBody),

    listCoupons: listHandler(couponList, cursors),
    createCoupon: createHandler(couponResource),
    getCoupon: getHandler(couponResource),
    updateCoupon: updateHandler(couponResource),
    deleteCoupon: deleteHandler(couponResource),
    upsertCoupon: upsertHandler(couponResource, checkBody),
    batchCoupons: batchHandler(couponResource, checkBody),
    listCouponRedemptions: childListHandler(couponResource, couponEverExisted, redemptionList, cursors),
    validateCoupon: coupons.validateCoupon,
  };
}
