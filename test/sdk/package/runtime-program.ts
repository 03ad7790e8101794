/** What an integrator's program does, in any runtime. */
const work = `
import { Tradepost, NotFoundError } from '@tradepost/sdk';
import { createWebhookReceiver, verify } from '@tradepost/sdk/webhooks';
import { fetchHandler } from '@tradepost/sdk/webhooks/fetch';
import { memoryStore } from '@tradepost/sdk/webhooks/memory';
import { signTestDelivery } from '@tradepost/sdk/webhooks/testing';

async function work(baseUrl) {
  const results = [];
  const tp = new Tradepost({ apiKey: 'tp_' + 'x'.repeat(38), baseUrl, maxRetries: 1 });
  results.push((await tp.products.get(1001)).name);
  await tp.products.get(404).catch((error) => results.push(error instanceof NotFoundError && error.status));

  const secret = '0123456789abcdef'.repeat(4);
  const receiver = createWebhookReceiver({ secrets: [secret], store: memoryStore(), onReport: ({ outcome }) => results.push(outcome) });
  receiver.on('order.created', ({ data }) => results.push(data.order_id));
  const handle = fetchHandler(receiver);
  const event = { event_type: 'order.created', data: { order_id: 7, name: 'São Paulo' } };
  const delivery = await signTestDelivery({ secret, event });
  const post = (body) => handle(new Request('http://127.0.0.1/hooks', { ...delivery, body }));
  results.push((await post(delivery.body)).status, (await post(delivery.body)).status, (await post('{}')).status);
  results.push((await verify({ ...delivery, secret })).data.name);
  return results;
}
`;

/** A program that gets the URL of an API in argv and prints its results. */
export const program = `${work}
console.log(JSON.stringify(await work(process.argv.at(-1))));
`;

/** A worker that gets the URL in the query and returns its results. */
export const worker = `${work}
export default {
  async fetch({ url }) {
    return Response.json(await work(new URL(url).searchParams.get('api')));
  },
};
`;

/** The results. */
export const expectedOutput = [
  ...['Café', 404],
  ...[7, 'handled', 'duplicate', 'refused', 200, 200, 401],
  'São Paulo',
];
