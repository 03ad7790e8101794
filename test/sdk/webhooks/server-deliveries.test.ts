import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { nodeHandler } from '../../../sdk/src/webhooks/adapters/node.ts';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { deliveriesOf, register, useWorker } from '../../support/webhooks.ts';
import { useHttpServer } from './http-server.ts';

const environment = sharedEnvironment();

it('the receiver handles what the server sends', async () => {
  const { context } = environment();
  const { tp, tenantId } = await environment().tenant();
  const names: string[] = [];
  let handler = nodeHandler(
    createWebhookReceiver({ secrets: ['x'.repeat(64)], store: memoryStore(), onReport: () => {} }),
  );
  const url = await useHttpServer((request, response) => handler(request, response));
  const { secret } = await register(context, tenantId, url, ['product.created']);
  const receiver = createWebhookReceiver({ secrets: [secret], store: memoryStore() });
  receiver.on('product.created', ({ data }) => void names.push(data.product.name));
  handler = nodeHandler(receiver);

  await tp.products.create({ name: 'Café ☕ torrado', sku: 'CAF-500', price: 39.9 });
  await useWorker(context).tick();

  expect(names).toEqual(['Café ☕ torrado']);
  await expect
    .poll(() => deliveriesOf(context, tenantId))
    .toMatchObject([{ status: 'SUCCESS', response_status: 200, response_body: '{"outcome":"handled"}' }]);
});

it('openssl computes the same signature as the server', async () => {
  const { context } = environment();
  const { tp, tenantId } = await environment().tenant();
  const endpoint = await useEndpoint();
  const { secret } = await register(context, tenantId, endpoint.url, ['product.created']);
  await tp.products.create({ name: 'Café', sku: 'CAF-500', price: 39.9 });
  await useWorker(context).tick();

  const { headers, body } = endpoint.received[0]!;
  const input = Buffer.concat([Buffer.from(`${headers['x-service-timestamp']}.`), body]);
  const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], { input });
  expect(headers['x-service-signature']).toBe(`sha256=${output.toString().trim().split(' ').at(-1)}`);
});
