import Fastify from 'fastify';
import { batch } from './fastify/batch.ts';
import { csv } from './fastify/csv.ts';
import { PORT } from './fastify/database.ts';
import { feed } from './fastify/feed.ts';
import { orders } from './fastify/orders.ts';
import { products } from './fastify/products.ts';
import { quote } from './fastify/quote.ts';
import { stockBatch } from './fastify/stock-batch.ts';
import { type Tenant, tenantOf } from './tenants.ts';

// The same requests as an experienced Fastify programmer would serve them on the same tables: no logger, and of
// authentication only the key's tenant; no scopes, rate limit, validator, price tables, promotions or idempotency.

declare module 'fastify' {
  interface FastifyRequest {
    tenant: Tenant;
  }
}

const app = Fastify({ logger: false });
app.decorateRequest('tenant');
app.addHook('onRequest', (request, reply, done) => {
  const tenant = tenantOf(request.headers.authorization);
  if (!tenant) return void reply.code(401).send();
  request.tenant = tenant;
  done();
});
for (const routes of [products, feed, csv, quote, orders, batch, stockBatch]) routes(app);

process.stdout.write(`${JSON.stringify({ address: await app.listen({ port: PORT, host: '127.0.0.1' }) })}\n`);
