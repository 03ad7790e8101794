import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { post } from '../../../server/webhooks/send/http-post.ts';
import { useClientSockets } from '../../support/client-sockets.ts';
import { development, postTo, useOutbound } from '../../support/outbound.ts';
import {
  BOUNDED_BYTES,
  OK,
  type RawRespond,
  respondEndlessly,
  respondWith,
  useRawEndpoint,
} from '../../support/raw-endpoint.ts';

const withBody = (body: string | Buffer, head = OK): RawRespond =>
  respondWith(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n`, body);

describe('a response', () => {
  it.each([200, 201, 202, 204, 206, 299])('of %i is accepted', async (status) => {
    expect(await postTo(respondWith(`HTTP/1.1 ${status} Fine\r\ncontent-length: 0\r\n\r\n`))).toEqual({
      outcome: 'accepted',
      responseStatus: status,
      responseHeaders: 'content-length: 0',
      responseBody: '',
      retryAfter: null,
      detail: null,
    });
  });

  it.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])('of %i is refused', async (status) => {
    expect(await postTo(withBody('no', `HTTP/1.1 ${status} No\r\n`))).toMatchObject({
      outcome: 'refused',
      responseStatus: status,
      responseBody: status === 304 ? '' : 'no',
    });
  });

  it('of 204 is accepted even with a body, which HTTP forbids', async () => {
    const endpoint = await useRawEndpoint(withBody('ok', 'HTTP/1.1 204 No Content\r\n'));
    const { send } = await useOutbound(development);
    for (let n = 0; n < 2; n += 1)
      expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted', responseBody: '' });
  });

  it.each([301, 302, 303, 307, 308])('of %i is refused and not followed', async (status) => {
    const elsewhere = await useRawEndpoint(withBody('here'));
    const moved = `HTTP/1.1 ${status} Moved\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`;
    expect(await postTo(respondWith(moved))).toMatchObject({ outcome: 'refused', responseStatus: status });
    expect(elsewhere.received).toEqual([]);
  });

  it('is read to its end, whether chunked or ended by closing the connection', async () => {
    const chunked = `${OK}transfer-encoding: chunked\r\n\r\n3\r\nobr\r\n5\r\nigado\r\n0\r\n\r\n`;
    expect(await postTo(respondWith(chunked))).toMatchObject({
      outcome: 'accepted',
      responseBody: 'obrigado',
    });
    expect(await postTo((socket) => socket.end(`${OK}\r\nobrigado`))).toMatchObject({
      outcome: 'accepted',
      responseBody: 'obrigado',
    });
  });

  it('counts when it arrives after a few early hints', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';
    expect(await postTo(respondWith(hint, hint, `${OK}content-length: 2\r\n\r\nok`))).toMatchObject({
      outcome: 'accepted',
      responseBody: 'ok',
    });
  });

  it('counts when it arrives before the request body was read', async () => {
    const server = net.createServer((socket) => {
      socket
        .on('error', () => {})
        .write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as net.AddressInfo;
    const { send } = await useOutbound(development);
    const sent = send(`http://127.0.0.1:${port}/`, undefined, Buffer.alloc(20 * 1024 * 1024, 'x'));
    expect(await sent).toMatchObject({ outcome: 'refused', responseStatus: 413 });
  });

  it('counts when it arrived while the process was frozen past the deadline', async () => {
    const response = withBody('ok');
    const frozen: RawRespond = (socket, number) => {
      response(socket, number);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); // the whole process, as SIGSTOP does
    };
    expect(await postTo(frozen, 200)).toMatchObject({ outcome: 'accepted', responseBody: 'ok' });
  });

  it('keeps its Retry-After as sent: the first of several, and none that is too long', async () => {
    const busy = (header: string) => respondWith(`HTTP/1.1 503 Busy\r\n${header}content-length: 0\r\n\r\n`);
    expect((await postTo(busy('Retry-After: 120\r\n'))).retryAfter).toBe('120');
    expect((await postTo(busy('retry-after: 1\r\nretry-after: 2\r\n'))).retryAfter).toBe('1');
    expect((await postTo(busy('retry-after: later today\r\n'))).retryAfter).toBe('later today');
    expect((await postTo(busy(`retry-after: ${'1'.repeat(65)}\r\n`))).retryAfter).toBeNull();
    expect((await postTo(busy(''))).retryAfter).toBeNull();
  });
});

describe('the stored response body', () => {
  const kept = async (body: string | Buffer) => (await postTo(withBody(body))).responseBody;

  it('has at most 1024 bytes, cut between characters', async () => {
    expect(await kept('a'.repeat(1024))).toBe('a'.repeat(1024));
    expect(await kept('a'.repeat(1025))).toBe('a'.repeat(1024));
    expect(await kept(`a${'ç'.repeat(600)}`)).toBe(`a${'ç'.repeat(511)}`);
    expect(await kept(`aa${'€'.repeat(600)}`)).toBe(`aa${'€'.repeat(340)}`);
    expect(await kept(`a${'🛒'.repeat(600)}`)).toBe(`a${'🛒'.repeat(255)}`);
  });

  it('has no NUL, and U+FFFD instead of bytes that are not UTF-8', async () => {
    expect(await kept('a\0b\0\0c')).toBe('abc');
    expect(await kept(Buffer.from([0x61, 0xff, 0x62, 0xc3]))).toBe('a\ufffdb\ufffd');
    expect(await kept(Buffer.from([0xed, 0xa0, 0x80]))).toBe('\ufffd\ufffd\ufffd'); // a lone surrogate
  });

  it('has at most 1024 bytes even when U+FFFD takes more bytes than it replaces', async () => {
    expect(await kept(Buffer.alloc(5000, 0xff))).toBe('\ufffd'.repeat(341));
  });

  it('is intact when a character is split between two chunks', async () => {
    const [c3, a7] = [Buffer.from([0xc3]), Buffer.from([0xa7])];
    const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from('1\r\n'), bytes, Buffer.from('\r\n')]);
    const response = respondWith(
      `${OK}transfer-encoding: chunked\r\n\r\n`,
      chunk(c3),
      chunk(a7),
      '0\r\n\r\n',
    );
    expect((await postTo(response)).responseBody).toBe('ç');
  });

  it('is the first kilobyte of a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const sockets = useClientSockets();
    const response = withBody(bomb, `${OK}content-encoding: gzip\r\n`);
    const { outcome, responseBody } = await postTo(response);
    expect(outcome).toBe('accepted');
    expect(Buffer.byteLength(responseBody!)).toBeLessThanOrEqual(1024);
    expect(responseBody).not.toContain('\0');
    expect(sockets.bytesRead()).toBeLessThan(BOUNDED_BYTES);
  });

  it('is complete at 1 KB, even when the body never ends', async () => {
    const sockets = useClientSockets();
    const endpoint = await useRawEndpoint(respondEndlessly('x'.repeat(65_536), `${OK}\r\n`));
    const { send } = await useOutbound(development);
    expect(await send(endpoint.url)).toMatchObject({
      outcome: 'accepted',
      responseBody: 'x'.repeat(1024),
    });
    await endpoint.closed(0);
    expect(sockets.bytesRead()).toBeLessThan(BOUNDED_BYTES);
  });

  it('is complete at 1 KB, and the connection is closed when more is coming', async () => {
    const endpoint = await useRawEndpoint(
      respondWith(`${OK}content-length: 5000\r\n\r\n${'x'.repeat(2000)}`),
    );
    const { send } = await useOutbound(development);
    expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted' });
    await endpoint.closed(0);
  });

  it('leaves the connection open when a longer body ends within the bytes already read', async () => {
    const endpoint = await useRawEndpoint(
      respondWith(`${OK}content-length: 3000\r\n\r\n${'x'.repeat(3000)}`),
    );
    const { send } = await useOutbound(development);
    for (let n = 0; n < 3; n += 1) expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted' });
    expect(endpoint.received).toHaveLength(1);
  });
});

describe('a POST', () => {
  it('is sent with its path, query and bytes, and only the given headers and HTTP’s own', async () => {
    const endpoint = await useRawEndpoint(withBody('ok'));
    const { port } = new URL(endpoint.url);
    const { send } = await useOutbound(development);
    await send(`http://127.0.0.1:${port}/a%20b/ç?x=1&y=%2F#part`, undefined, Buffer.from('{"é":1}'));
    expect(endpoint.received[0]).toBe(
      [
        'POST /a%20b/%C3%A7?x=1&y=%2F HTTP/1.1',
        `host: 127.0.0.1:${port}`,
        'connection: keep-alive',
        'content-type: application/json',
        'content-length: 8',
        '',
        Buffer.from('{"é":1}').toString('latin1'),
      ].join('\r\n'),
    );
  });

  it('to a port where nothing listens is a connection error', async () => {
    const server = net.createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { send } = await useOutbound(development);
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({
      outcome: 'connection',
      responseStatus: null,
      responseHeaders: null,
      responseBody: null,
      retryAfter: null,
      detail: 'ECONNREFUSED',
    });
  });

  it.each(['not a URL', 'mailto:a@example.com', ''])(
    'to %j returns a result and does not throw',
    async (url) => {
      const { send } = await useOutbound(development);
      expect(await send(url)).toMatchObject({ outcome: 'connection', responseStatus: null });
    },
  );

  it('with a line break in a header is not sent, and the result does not quote the header', async () => {
    const endpoint = await useRawEndpoint(withBody('ok'));
    const { outbound } = await useOutbound(development);
    const headers = { 'x-secret': 'k3y\r\nx-more: 1' };
    const result = await post(outbound, endpoint.url, headers, '{}');
    expect(result).toMatchObject({ outcome: 'connection', detail: 'UND_ERR_INVALID_ARG' });
    expect(JSON.stringify(result)).not.toContain('k3y');
    expect(endpoint.received).toEqual([]);
  });
});
