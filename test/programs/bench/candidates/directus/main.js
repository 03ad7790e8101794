import { startServer } from '@directus/api/server';

// Directus as its own command starts it. It reads everything from its environment, and tells no address.
await startServer();
process.stdout.write(`${JSON.stringify({ address: process.env.PUBLIC_URL })}\n`);
