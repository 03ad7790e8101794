import Fastify from 'fastify';
import { batch } from './fastify/batch.ts';
import { csv } from './fastify/csv.ts';
import { PORT } from './fastify/database.ts';
import { feed } from './fastify/feed.ts';
import { orders } from './fastify/orders.ts';
import { products } from './fastify/products.ts';
import { quote } from './fastify/quote.ts';
import { stockBatch } from './fastify/stock-batch.ts';

// The same requests as an experienced Fastify programmer would serve them on the same tables: no logger, and without
// authentication, scopes, a rate limit, a validator, price tables, promotions or idempotency.

const app = Fastify({ logger: false });
for (const routes of [products, feed, csv, quote, orders, batch, stockBatch]) routes(app);

process.stdout.write(`${JSON.stringify({ address: await app.listen({ port: PORT, host: '127.0.0.1' }) })}\n`);
