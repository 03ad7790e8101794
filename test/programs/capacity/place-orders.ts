/** Orders in flight at once: enough that neither process waits for the other. */
const IN_FLIGHT = 16;
const LINES = 3;

/** Places orders of three lines, of products that follow each other, through the API. */
export async function placeOrders(
  baseUrl: string,
  key: string,
  productIds: readonly number[],
  count: number,
): Promise<void> {
  const customerId = await createCustomer(baseUrl, key);
  let next = 0;
  const place = async (): Promise<void> => {
    while (next < count) {
      const first = next++ * LINES;
      const items = Array.from({ length: LINES }, (_, line) => ({
        product_id: productIds[(first + line) % productIds.length],
        quantity: 1,
      }));
      await post(baseUrl, key, '/orders', { customer_id: customerId, items });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, place));
}

async function createCustomer(baseUrl: string, key: string): Promise<number> {
  const customer = await post(baseUrl, key, '/customers', { type: 'person', name: 'Maria' });
  return (customer as { id: number }).id;
}

async function post(baseUrl: string, key: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
