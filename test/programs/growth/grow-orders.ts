import { startBenchDatabase } from '../bench/bench-database.ts';
import { pinBench } from '../bench/cores.ts';
import type { Length } from '../bench/run-workload.ts';
import { startTradepost } from '../bench/start-tradepost.ts';
import type { Defer } from '../bench/workload.ts';
import { compare } from './compare.ts';
import { fillCustomers, fillOrders, ORDERS_PER_CUSTOMER, TEMPLATE } from './fill-orders.ts';
import { orderRequests } from './order-requests.ts';
import { settle } from './settle.ts';
import { pairsOf, type Side } from './side.ts';

const PRODUCTS = 10_000;
/** Of five days, so that a day's report has as many as with a million of a year and a half. */
const FEW = 10_000;

/** What a shop with so many orders pays for a request, compared with one that has few, each on a PostgreSQL of its own. */
export async function growOrders(defer: Defer, orders: number, length: Length): Promise<void> {
  const customers = orders / ORDERS_PER_CUSTOMER;
  const few = await openShop(defer, FEW, customers);
  const many = await openShop(defer, orders, customers);
  // Only now: PostgreSQL fills the shops on all cores.
  await pinBench();
  await compare(await pairsOf(defer, few, many), length);
}

/** Both shops have the same products and customers, and as many orders a day. */
async function openShop(defer: Defer, orders: number, customers: number): Promise<Side> {
  const database = await startBenchDatabase(defer, PRODUCTS);
  const { url, tenantId, key } = database;
  const server = await startTradepost(defer, database);
  const toFill = { tenantId, products: PRODUCTS, customers, orders };
  await fillCustomers(url, toFill);
  const templateId = await placeOrder(`${server.address}/api/v1/orders`, key);
  const name = `${orders} orders`;
  await fillOrders(url, toFill, templateId, (line) => console.error(`${name}: ${line}`));
  await settle(url);
  const filled = { products: PRODUCTS, firstOrderId: templateId + 1, orders, filledAt: new Date() };
  return { name, databaseUrl: url, server, tenantIds: [tenantId], key, requests: orderRequests(filled) };
}

/** Places the order that the others are copies of. Returns its id. */
async function placeOrder(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(TEMPLATE) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}
