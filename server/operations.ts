import { getMe } from './api-keys/handlers.ts';
import * as categories from './categories/handlers.ts';
import type { Context } from './context.ts';
import * as customers from './customers/handlers.ts';
import type { Handlers } from './handler.ts';
import * as orders from './orders/handlers.ts';
import * as products from './products/handlers.ts';
import * as stock from './stock/handlers.ts';

/** The handler of each operation of the contract. One that is missing, or that the contract does not have, does not compile. */
export function operations(context: Context): Handlers {
  return {
    getMe,

    listProducts: products.listProducts(context),
    createProduct: products.createProduct,
    getProduct: products.getProduct,
    updateProduct: products.updateProduct,
    deleteProduct: products.deleteProduct,

    listCategories: categories.listCategories(context),
    createCategory: categories.createCategory,
    getCategory: categories.getCategory,
    updateCategory: categories.updateCategory,
    deleteCategory: categories.deleteCategory,

    listCustomers: customers.listCustomers(context),
    createCustomer: customers.createCustomer,
    getCustomer: customers.getCustomer,
    updateCustomer: customers.updateCustomer,
    deleteCustomer: customers.deleteCustomer,

    listStock: stock.listStock(context),
    listStockMovements: stock.listStockMovements(context),
    adjustStock: stock.adjustStock,

    listOrders: orders.listOrders(context),
    createOrder: orders.createOrder,
    getOrder: orders.getOrder,
  };
}
