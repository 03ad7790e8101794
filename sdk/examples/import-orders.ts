// Sends the orders of a file to Tradepost. Run it as often as you like: it creates each order once.
import { readFile } from 'node:fs/promises';
import { AlreadyExistsError, ApiError, type OrderCreate, Tradepost } from '@tradepost/sdk';

const tp = new Tradepost({ pace: true });
const orders: OrderCreate[] = JSON.parse(await readFile(process.argv[2] ?? 'orders.json', 'utf8'));

for (const order of orders) {
  const name = order.external_id;
  try {
    const { id, total } = await tp.orders.create(order, { idempotencyKey: `import-${name}` });
    console.log(`${name}: order ${id}, ${total}`);
  } catch (error) {
    if (error instanceof AlreadyExistsError) {
      console.log(`${name}: imported before`); // a key is remembered for 24 hours, an external_id for as long as the order
    } else if (error instanceof ApiError && [400, 409, 422].includes(error.status)) {
      console.log(`${name}: refused, ${error.code}: ${error.detail}`, error.errors); // somebody has to look at it
      process.exitCode = 1;
    } else {
      throw error; // Tradepost can't be reached, or the key is refused: run it again later
    }
  }
}
