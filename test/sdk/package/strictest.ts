/** The flags of integrators who turn on everything. The code of most breaks one of them. */
export const STRICTEST = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
};

/** With `exactOptionalPropertyTypes`, what a variable may lack is only accepted where the type says `| undefined`. */
export const strictestProgram = `
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { logging, Tradepost } from '@tradepost/sdk';
import type {
  ChangeOptions, CreateOptions, CustomerUpdate, FollowOptions, Hooks, LoggingOptions, OrderCreate, PriceTableUpdate, ProductCreate,
  PromotionCreate, RequestOptions, RetryTiming, StockAdjustmentItem, TradepostConfig, TransportConfig, UpsertOptions,
} from '@tradepost/sdk';
import { postgresCursorStore } from '@tradepost/sdk/cursors/postgres';
import type { FakeResponse, problem } from '@tradepost/sdk/testing';
import { createWebhookReceiver } from '@tradepost/sdk/webhooks';
import type { VerifyOptions, WebhookReceiverOptions, WebhookRequest } from '@tradepost/sdk/webhooks';
import { expressHandler } from '@tradepost/sdk/webhooks/express';
import { fetchHandler } from '@tradepost/sdk/webhooks/fetch';
import { type MemoryStoreOptions, memoryStore } from '@tradepost/sdk/webhooks/memory';
import { type NodeRequest, nodeHandler } from '@tradepost/sdk/webhooks/node';
import { postgresStore } from '@tradepost/sdk/webhooks/postgres';
import type { RedisStoreOptions } from '@tradepost/sdk/webhooks/redis';
import type { TestDeliveryOptions, TestEvent } from '@tradepost/sdk/webhooks/testing';
import express from 'express';
import { Hono } from 'hono';
import pg from 'pg';

const receiver = createWebhookReceiver({ secrets: [], store: memoryStore() });
export const servers = [
  createServer(nodeHandler(receiver)),
  createServer(expressHandler(receiver)),
  createServer((request, response) => void nodeHandler(receiver)(request, response)),
  createHttpsServer(nodeHandler(receiver)),
  createHttp2Server(nodeHandler(receiver)),
  express().post('/hooks', expressHandler(receiver)).use(nodeHandler(receiver)),
  new Hono().post('/hooks', (context) => fetchHandler(receiver)(context.req.raw)),
  createServer(async ({ method, headers }, response) => {
    const result = await receiver.receive({ method, headers, body: '' });
    response.writeHead(result.status, result.headers).end(result.body);
  }),
];
const pool = new pg.Pool();
export const stores = [postgresStore(pool), postgresCursorStore(pool, 'x')];

const { LEVEL: logLevel, PACE } = process.env;
const timeoutMs = PACE ? Number(PACE) : undefined;
export const tp = new Tradepost({ timeoutMs, hooks: logging({ logLevel: logLevel === 'info' ? logLevel : undefined }) });
export const product = tp.products.get(1, { timeoutMs });
export const customer = tp.customers.update(77, { name: logLevel, price_table_id: timeoutMs, addresses: undefined });
export const order = tp.orders.create({ customer_id: timeoutMs, items: [{ sku: logLevel, quantity: 1, unit_price: timeoutMs }] });
export const rows = tp.products.batch([{ external_id: 'x', price: timeoutMs }, { name: 'x', sku: 'x', price: 1, description: logLevel }]);
export const entries = tp.priceTables.setEntries(1, { entries: [{ sku: logLevel, product_id: timeoutMs, price: 1 }] });

/** The optional members that don't admit undefined. */
type Strict<Options> = Options extends unknown
  ? { [Name in keyof Options]-?: undefined extends Required<Options>[Name] ? never : {} extends Pick<Options, Name> ? Name : never }[keyof Options]
  : never;
type Given =
  | Strict<TradepostConfig> | Strict<TransportConfig> | Strict<RetryTiming> | Strict<Hooks> | Strict<LoggingOptions>
  | Strict<RequestOptions> | Strict<CreateOptions> | Strict<ChangeOptions> | Strict<UpsertOptions>
  | Strict<Omit<FollowOptions, 'event_type' | 'limit'>> | Strict<Pick<NonNullable<Parameters<typeof problem>[1]>, 'headers'>> | Strict<FakeResponse>
  | Strict<WebhookReceiverOptions<unknown>> | Strict<VerifyOptions> | Strict<WebhookRequest> | Strict<NodeRequest>
  | Strict<CustomerUpdate> | Strict<OrderCreate> | Strict<OrderCreate['items'][number]> | Strict<ProductCreate>
  | Strict<PriceTableUpdate> | Strict<PromotionCreate> | Strict<StockAdjustmentItem>
  | Strict<MemoryStoreOptions> | Strict<RedisStoreOptions> | Strict<TestDeliveryOptions> | Strict<TestEvent>;
export const none: [Given] extends [never] ? true : Given = true;
// @ts-expect-error the check finds such a member
export const found: [Strict<{ limit?: number }>] extends [never] ? true : never = true;
`;
