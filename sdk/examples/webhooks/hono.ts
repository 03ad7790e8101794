import { serve } from '@hono/node-server';
import { fetchHandler } from '@tradepost/sdk/webhooks/fetch';
import { Hono } from 'hono';
import { receiver } from './receiver.ts';

const { PORT = 4000 } = process.env;
const handle = fetchHandler(receiver); // reads up to 2 MiB
const app = new Hono();
app.post('/hooks', (context) => handle(context.req.raw)); // not after middleware that reads the body
serve({ fetch: app.fetch, port: Number(PORT) });
