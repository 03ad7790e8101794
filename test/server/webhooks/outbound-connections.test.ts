import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { development, useOutbound } from '../../support/outbound.ts';
import { respondWith, useRawEndpoint } from '../../support/raw-endpoint.ts';

const ACCEPTED = respondWith('HTTP/1.1 204 No Content\r\n\r\n');

describe('outbound connections', () => {
  it('are reused by the next POST', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const { send } = await useOutbound(development);
    for (let n = 0; n < 3; n += 1) expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted' });
    expect(endpoint.received).toHaveLength(1);
  });

  it('are reused however much they have carried, as long as each response is bounded', async () => {
    const long = `x-long: ${'y'.repeat(15_000)}\r\n`;
    const endpoint = await useRawEndpoint(respondWith(`HTTP/1.1 204 No Content\r\n${long}\r\n`));
    const { send } = await useOutbound(development);
    for (let n = 0; n < 40; n += 1) expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted' });
    expect(endpoint.received).toHaveLength(1);
  });

  it('are as many as there are concurrent POSTs', async () => {
    const waiting: Socket[] = [];
    const endpoint = await useRawEndpoint((socket, number) => {
      waiting.push(socket);
      if (number === 30) for (const one of waiting) one.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
    const { send } = await useOutbound(development);
    const sent = await Promise.all(Array.from({ length: 30 }, () => send(endpoint.url)));
    expect(new Set(sent.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
    expect(endpoint.received).toHaveLength(30);
  });

  it('do not pile up when an endpoint hangs past the deadline', async () => {
    const endpoint = await useRawEndpoint((socket, number) => {
      if (number === 2) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    });
    const { send } = await useOutbound(development);
    expect(await send(endpoint.url, 100)).toMatchObject({ outcome: 'timeout' });
    await endpoint.closed(0);
    expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted' });
    expect(endpoint.received).toHaveLength(2);
  });

  it('are not reused once the endpoint closed them, and no POST is sent twice', async () => {
    const endpoint = await useRawEndpoint((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n', () => socket.end());
    });
    const { send } = await useOutbound(development);
    for (let n = 0; n < 20; n += 1) {
      const { outcome, detail } = await send(endpoint.url);
      // The next POST may race with the close. Then it fails and is not sent again.
      if (outcome !== 'accepted') expect([outcome, detail]).toEqual(['connection', expect.any(String)]);
    }
    const requests = endpoint.received.join('').match(/POST/g)!.length;
    expect(requests).toBeLessThanOrEqual(20);
  });

  it('are all closed by close(), after their requests have ended', async () => {
    let answer = (): void => {};
    const endpoint = await useRawEndpoint((socket) => {
      answer = () => socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      arrived();
    });
    let arrived = (): void => {};
    const there = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { send, outbound } = await useOutbound(development);
    const sent = send(endpoint.url);
    await there;
    const closed = outbound.close();
    answer();
    expect(await sent).toMatchObject({ outcome: 'accepted' });
    await closed;
    await endpoint.closed(0);
    expect(await send(endpoint.url)).toMatchObject({ outcome: 'connection', detail: 'UND_ERR_CLOSED' });
  });

  it('that are reset during TLS say that nothing was sent', async () => {
    const server = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { send } = await useOutbound(development);
    const { port } = server.address() as AddressInfo;
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'connection',
      detail: 'connect ECONNRESET',
    });
    server.close();
  });

  it('are ended by destroy(), which fails requests in flight', async () => {
    let arrived = (): void => {};
    const there = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const endpoint = await useRawEndpoint(() => arrived());
    const { send, outbound } = await useOutbound(development);
    const sent = send(endpoint.url);
    await there;
    await outbound.destroy();
    expect(await sent).toMatchObject({ outcome: 'connection', detail: 'UND_ERR_DESTROYED' });
    await endpoint.closed(0);
  });
});
