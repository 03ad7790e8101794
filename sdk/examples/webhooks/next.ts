// app/hooks/route.ts. A route handler has no limit for bodies by itself; the receiver reads up to 2 MiB. Vercel's limit
// for functions is 4.5 MB.
import { fetchHandler } from '@tradepost/sdk/webhooks/fetch';
import { receiver } from './receiver.ts';

export const POST = fetchHandler(receiver);
