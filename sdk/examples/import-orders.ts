// Sends the orders of a file to Tradepost. Run it as often as you like: it creates each order once.
import { readFile } from 'node:fs/promises';
import {
  ConfigurationError,
  idempotencyKeyOf,
  isApiError,
  type OrderCreate,
  Tradepost,
} from '@tradepost/sdk';

const tp = new Tradepost({ pace: true });
const orders: (OrderCreate & { external_id: string })[] = JSON.parse(
  await readFile(process.argv[2] ?? 'orders.json', 'utf8'),
);

/** Somebody has to look at this order. The others needn't wait for that. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof ConfigurationError ||
  // Without a code it isn't Tradepost's. With 401, 403 or 429 the next one would be refused too.
  (isApiError(error) &&
    error.code !== undefined &&
    error.status < 500 &&
    ![401, 403, 429].includes(error.status));

for (const order of orders) {
  const name = order.external_id;
  try {
    const idempotencyKey = await idempotencyKeyOf(name && `import-${name}`); // refuses an order without external_id
    const { data, response } = await tp.orders.create(order, { idempotencyKey }).withResponse();
    const outcome = response.headers.has('Idempotency-Replayed') ? 'imported before' : 'created';
    console.log(`${name}: ${outcome}, order ${data.id}, ${data.total}`);
  } catch (error) {
    // A key is remembered for 24 hours, an external_id for as long as the order.
    if (isApiError(error, 'already_exists')) {
      console.log(`${name}: imported before. If it has changed since, the change was not applied`);
    } else if (isApiError(error, 'idempotency_key_reused')) {
      console.log(`${name}: imported before. It has changed since, and the change was not applied`);
      process.exitCode = 1;
    } else if (isRefusal(error)) {
      console.log(`${name}: refused, ${error.message}`);
      process.exitCode = 1;
    } else {
      throw error; // Tradepost can't be reached, or the key is refused: run it again later
    }
  }
}
