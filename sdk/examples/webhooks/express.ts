import { expressHandler } from '@tradepost/sdk/webhooks/express';
import express from 'express';
import { receiver } from './receiver.ts';

const { PORT = 4000 } = process.env;
const app = express();
// Before express.json(), so that the receiver reads the raw bytes itself, up to 2 MiB. If express.raw() has to read them:
// express.raw({ type: 'application/json', limit: receiver.maxBodyBytes }). Its own limit is 100 kB, and an order of 340
// lines is 115 kB.
app.post('/hooks', expressHandler(receiver));
app.use(express.json());
app.listen(PORT);
