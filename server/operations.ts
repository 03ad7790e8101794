import { getMe } from './api-keys/handlers.ts';
import * as categories from './categories/handlers.ts';
import { categoryResource } from './categories/resource.ts';
import type { Context } from './context.ts';
import * as coupons from './coupons/handlers.ts';
import { couponResource } from './coupons/resource.ts';
import * as customers from './customers/handlers.ts';
import { customerResource } from './customers/resource.ts';
import * as events from './events/handlers.ts';
import type { Handlers } from './handler.ts';
import * as orders from './orders/handlers.ts';
import * as orderLifecycle from './orders/lifecycle-handlers.ts';
import * as priceTables from './price-tables/handlers.ts';
import { priceTableResource } from './price-tables/resource.ts';
import * as products from './products/handlers.ts';
import { productResource } from './products/resource.ts';
import * as promotions from './promotions/handlers.ts';
import { promotionResource } from './promotions/resource.ts';
import { batchHandler, upsertHandler } from './resources/handler-factories.ts';
import type { CheckBody } from './resources/upsert.ts';
import * as stock from './stock/handlers.ts';

/** The handler of each operation of the contract. One that is missing, or that the contract does not have, does not compile. */
export function createHandlers(context: Context, checkBody: CheckBody): Handlers {
  return {
    getMe,

    listProducts: products.listProducts(context),
    createProduct: products.createProduct,
    getProduct: products.getProduct,
    updateProduct: products.updateProduct,
    deleteProduct: products.deleteProduct,
    upsertProduct: upsertHandler(productResource, checkBody),
    batchProducts: batchHandler(productResource, checkBody),

    listCategories: categories.listCategories(context),
    createCategory: categories.createCategory,
    getCategory: categories.getCategory,
    updateCategory: categories.updateCategory,
    deleteCategory: categories.deleteCategory,
    upsertCategory: upsertHandler(categoryResource, checkBody),
    batchCategories: batchHandler(categoryResource, checkBody),

    listCustomers: customers.listCustomers(context),
    createCustomer: customers.createCustomer,
    getCustomer: customers.getCustomer,
    updateCustomer: customers.updateCustomer,
    deleteCustomer: customers.deleteCustomer,
    upsertCustomer: upsertHandler(customerResource, checkBody),
    batchCustomers: batchHandler(customerResource, checkBody),

    listStock: stock.listStock(context),
    listStockMovements: stock.listStockMovements(context),
    adjustStock: stock.adjustStock,

    listEvents: events.listEvents(context),

    listOrders: orders.listOrders(context),
    createOrder: orders.createOrder,
    getOrder: orders.getOrder,
    quoteOrder: orders.quoteOrder,
    setOrderStatus: orderLifecycle.setOrderStatus,
    addOrderPayment: orderLifecycle.addOrderPayment(context),
    addDeliveryAttempt: orderLifecycle.addDeliveryAttempt(context),

    listPriceTables: priceTables.listPriceTables(context),
    createPriceTable: priceTables.createPriceTable,
    getPriceTable: priceTables.getPriceTable,
    updatePriceTable: priceTables.updatePriceTable,
    deletePriceTable: priceTables.deletePriceTable,
    upsertPriceTable: upsertHandler(priceTableResource, checkBody),
    batchPriceTables: batchHandler(priceTableResource, checkBody),
    listPriceTableEntries: priceTables.listPriceTableEntries(context),
    setPriceTableEntries: priceTables.setPriceTableEntries,

    listPromotions: promotions.listPromotions(context),
    createPromotion: promotions.createPromotion,
    getPromotion: promotions.getPromotion,
    updatePromotion: promotions.updatePromotion,
    deletePromotion: promotions.deletePromotion,
    upsertPromotion: upsertHandler(promotionResource, checkBody),
    batchPromotions: batchHandler(promotionResource, checkBody),

    listCoupons: coupons.listCoupons(context),
    createCoupon: coupons.createCoupon,
    getCoupon: coupons.getCoupon,
    updateCoupon: coupons.updateCoupon,
    deleteCoupon: coupons.deleteCoupon,
    upsertCoupon: upsertHandler(couponResource, checkBody),
    batchCoupons: batchHandler(couponResource, checkBody),
    listCouponRedemptions: coupons.listCouponRedemptions(context),
    validateCoupon: coupons.validateCoupon,
  };
}
