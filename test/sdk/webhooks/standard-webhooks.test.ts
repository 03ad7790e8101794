import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verify } from '../../../sdk/src/webhooks/index.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { register, useWorker } from '../../support/webhooks.ts';

const environment = sharedEnvironment();

it('the standardwebhooks package verifies what the server sends, with the secret as the panel shows it', async () => {
  const { context } = environment();
  const { tp, tenantId } = await environment().tenant();
  const endpoint = await useEndpoint();
  const { secret } = await register(context, tenantId, endpoint.url, ['product.created']);
  await tp.products.create({ name: 'Café ☕', sku: 'CAF-500', price: 39.9 });
  await useWorker(context).tick();

  const { headers, body } = endpoint.received[0]!;
  const given = headers as Record<string, string>;
  const event = JSON.parse(body.toString());
  expect(new Webhook(secret).verify(body, given)).toEqual(event);
  expect(given['webhook-id']).toBe(event.event_id);
  expect(() => new Webhook(secret).verify(`${body} `, given)).toThrow('No matching signature');
  // npm's library removes the prefix; the receiver of the SDK refuses it, because it would be another key.
  expect(new Webhook(`whsec_${secret}`).verify(body, given)).toEqual(event);
  const prefixed = { body, headers, secret: `whsec_${secret}` };
  await expect(verify(prefixed)).rejects.toThrow('without quotes, whsec_ or line breaks');
});
