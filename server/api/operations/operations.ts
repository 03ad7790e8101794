import type { Cursors } from '../../base/cursors.ts';
import type { Database } from '../../db/pool/database.ts';
import {
  createCustomerErasure,
  getCustomerErasure,
  getCustomerPersonalData,
} from '../../lifecycle/erasure/handlers.ts';
import { categoryResource } from '../../trade/catalogue/categories/resource.ts';
import { categoryList } from '../../trade/catalogue/categories/store.ts';
import { productResource } from '../../trade/catalogue/products/resource.ts';
import { productList } from '../../trade/catalogue/products/store.ts';
import * as stock from '../../trade/catalogue/stock/handlers.ts';
import { balanceList, movementList } from '../../trade/catalogue/stock/store.ts';
import { customerResource } from '../../trade/customers/resource.ts';
import { customerList } from '../../trade/customers/store.ts';
import { updateOrder } from '../../trade/orders/change/change-handler.ts';
import * as orderLifecycle from '../../trade/orders/change/lifecycle-handlers.ts';
import * as coupons from '../../trade/orders/coupon-handlers.ts';
import {
  deliveryAttemptList,
  getEntry,
  paymentList,
  refundList,
  returnList,
} from '../../trade/orders/entries.ts';
import * as orders from '../../trade/orders/handlers.ts';
import { type CheckRow, importOrders } from '../../trade/orders/import/import-handler.ts';

import * as orderPayments from '../../trade/orders/money/payment-handlers.ts';
import * as orderRefunds from '../../trade/orders/money/refund-handlers.ts';
import { orderList, orderResource } from '../../trade/orders/store.ts';
import { couponResource } from '../../trade/pricing/coupons/resource.ts';
import { couponList, findEvenDeletedCoupon, redemptionList } from '../../trade/pricing/coupons/store.ts';
import { entryList } from '../../trade/pricing/price-tables/entries.ts';
import * as priceTables from '../../trade/pricing/price-tables/handlers.ts';
import { priceTableResource } from '../../trade/pricing/price-tables/resource.ts';
import { findEvenDeletedPriceTable, priceTableList } from '../../trade/pricing/price-tables/store.ts';
import { promotionResource } from '../../trade/pricing/promotions/resource.ts';
import { promotionList } from '../../trade/pricing/promotions/store.ts';
import { getSalesReport } from '../../trade/reports/handlers.ts';
import { type Handlers, type ReportHandlers, versionHeaders } from '../../trade/resources/handler.ts';
import {
  batchHandler,
  createHandler,
  deleteHandler,
  getByExternalIdHandler,
  getHandler,
  updateHandler,
  upsertHandler,
} from '../../trade/resources/handler-factories.ts';
import { childListHandler, listHandler } from '../../trade/resources/list-handler.ts';
import type { CheckBody } from '../../trade/resources/upsert.ts';
import { getMe } from './account.ts';
import * as events from './event-feed.ts';

export const reportHandlers: ReportHandlers = { getSalesReport };

export interface OperationDeps {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly monotonicMs: () => number;
}

/** The handler of each operation. It doesn't compile if a handler is missing, surplus or assigned to the wrong operation. */
export function createHandlers(deps: OperationDeps, checkBody: CheckBody, checkRow: CheckRow): Handlers {
  const { cursors } = deps;
  return {
    getMe: getMe(deps.db, deps.monotonicMs),

    listProducts: listHandler(productList, cursors),
    createProduct: createHandler(productResource),
    getProduct: getHandler(productResource),
    updateProduct: updateHandler(productResource),
    deleteProduct: deleteHandler(productResource),
    getProductByExternalId: getByExternalIdHandler(productResource),
    updateProductByExternalId: updateHandler(productResource),
    deleteProductByExternalId: deleteHandler(productResource),
    upsertProduct: upsertHandler(productResource, checkBody),
    batchProducts: batchHandler(productResource, checkBody),

    listCategories: listHandler(categoryList, cursors),
    createCategory: createHandler(categoryResource),
    getCategory: getHandler(categoryResource),
    updateCategory: updateHandler(categoryResource),
    deleteCategory: deleteHandler(categoryResource),
    getCategoryByExternalId: getByExternalIdHandler(categoryResource),
    updateCategoryByExternalId: updateHandler(categoryResource),
    deleteCategoryByExternalId: deleteHandler(categoryResource),
    upsertCategory: upsertHandler(categoryResource, checkBody),
    batchCategories: batchHandler(categoryResource, checkBody),

    listCustomers: listHandler(customerList, cursors),
    createCustomer: createHandler(customerResource),
    getCustomer: getHandler(customerResource),
    updateCustomer: updateHandler(customerResource),
    deleteCustomer: deleteHandler(customerResource),
    getCustomerByExternalId: getByExternalIdHandler(customerResource),
    updateCustomerByExternalId: updateHandler(customerResource),
    deleteCustomerByExternalId: deleteHandler(customerResource),
    upsertCustomer: upsertHandler(customerResource, checkBody),
    batchCustomers: batchHandler(customerResource, checkBody),

    createCustomerErasure,
    getCustomerErasure,
    getCustomerPersonalData: getCustomerPersonalData(cursors),

    listStock: listHandler(balanceList, cursors),
    listStockMovements: listHandler(movementList, cursors),
    getStockMovement: stock.getStockMovement,
    adjustStock: stock.adjustStock,
    createStockAdjustment: stock.createStockAdjustment,
    batchStockAdjustments: stock.batchStockAdjustments(checkBody),

    listEvents: events.listEvents(cursors),

    listOrders: listHandler(orderList, cursors),
    createOrder: orders.createOrder,
    getOrder: getHandler(orderResource),
    updateOrder,
    quoteOrder: orders.quoteOrder,
    importOrders: importOrders(checkRow),
    setOrderStatus: orderLifecycle.setOrderStatus,
    addOrderPayment: orderPayments.addOrderPayment,
    voidOrderPayment: orderPayments.voidOrderPayment,
    addOrderRefund: orderRefunds.addOrderRefund,
    addOrderReturn: orderRefunds.addOrderReturn,
    addDeliveryAttempt: orderLifecycle.addDeliveryAttempt,
    getOrderPayment: getEntry('payment'),
    getOrderRefund: getEntry('refund'),
    getOrderReturn: getEntry('return'),
    getDeliveryAttempt: getEntry('delivery_attempt'),
    listPayments: listHandler(paymentList, cursors),
    listRefunds: listHandler(refundList, cursors),
    listReturns: listHandler(returnList, cursors),
    listDeliveryAttempts: listHandler(deliveryAttemptList, cursors),

    listPriceTables: listHandler(priceTableList, cursors),
    createPriceTable: createHandler(priceTableResource),
    getPriceTable: getHandler(priceTableResource),
    updatePriceTable: updateHandler(priceTableResource),
    deletePriceTable: deleteHandler(priceTableResource),
    getPriceTableByExternalId: getByExternalIdHandler(priceTableResource),
    updatePriceTableByExternalId: updateHandler(priceTableResource),
    deletePriceTableByExternalId: deleteHandler(priceTableResource),
    upsertPriceTable: upsertHandler(priceTableResource, checkBody),
    batchPriceTables: batchHandler(priceTableResource, checkBody),
    listPriceTableEntries: childListHandler(
      priceTableResource,
      findEvenDeletedPriceTable,
      entryList,
      cursors,
      versionHeaders,
    ),
    setPriceTableEntries: priceTables.setPriceTableEntries,

    listPromotions: listHandler(promotionList, cursors),
    createPromotion: createHandler(promotionResource),
    getPromotion: getHandler(promotionResource),
    updatePromotion: updateHandler(promotionResource),
    deletePromotion: deleteHandler(promotionResource),
    getPromotionByExternalId: getByExternalIdHandler(promotionResource),
    updatePromotionByExternalId: updateHandler(promotionResource),
    deletePromotionByExternalId: deleteHandler(promotionResource),
    upsertPromotion: upsertHandler(promotionResource, checkBody),
    batchPromotions: batchHandler(promotionResource, checkBody),

    listCoupons: listHandler(couponList, cursors),
    createCoupon: createHandler(couponResource),
    getCoupon: getHandler(couponResource),
    updateCoupon: updateHandler(couponResource),
    deleteCoupon: deleteHandler(couponResource),
    getCouponByExternalId: getByExternalIdHandler(couponResource),
    updateCouponByExternalId: updateHandler(couponResource),
    deleteCouponByExternalId: deleteHandler(couponResource),
    upsertCoupon: upsertHandler(couponResource, checkBody),
    batchCoupons: batchHandler(couponResource, checkBody),
    listCouponRedemptions: childListHandler(couponResource, findEvenDeletedCoupon, redemptionList, cursors),
    validateCoupon: coupons.validateCoupon,
  };
}
