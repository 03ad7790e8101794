import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useClientSockets } from '../../support/client-sockets.ts';
import { development, postTo, useOutbound } from '../../support/outbound.ts';
import {
  BOUNDED_BYTES,
  OK,
  type RawRespond,
  respondEndlessly,
  respondInDrips,
  respondWith,
  useRawEndpoint,
} from '../../support/raw-endpoint.ts';

/** Instead of 10 s. Only requests that are meant to time out wait this long. */
const SOON_MS = 1_000;

/** A port that leaves SYNs unanswered: a stopped process listens there, and its backlog is full. */
async function useDeafServer(): Promise<number> {
  const listen = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    function () { console.log(this.address().port); })`;
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  child.kill('SIGSTOP');
  const waiting = Array.from({ length: 4 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
  return port;
}

describe('a slow endpoint', () => {
  const slow: [words: string, respond: RawRespond, status: number | null, body: string | null][] = [
    ['never responds', () => {}, null, null],
    ['begins its headers and stops', respondWith(OK), null, null],
    ['drips its reason phrase', respondInDrips('y', 'HTTP/1.1 200 '), null, null],
    ['drips its headers', respondInDrips('y', `${OK}x-long: `), null, null],
    ['drips blank lines before its response', respondInDrips('\r\n'), null, null],
    [
      'sends a few early hints and stops',
      respondWith('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10)),
      null,
      null,
    ],
    ['ends its headers and hangs', respondWith(`${OK}content-length: 10\r\n\r\n`), 200, ''],
    ['begins its body and hangs', respondWith(`${OK}content-length: 10\r\n\r\nabc`), 200, 'abc'],
    [
      'never ends its chunked body',
      respondWith(`${OK}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`),
      200,
      'abc',
    ],
  ];
  it.each(slow)('that %s times out at the deadline', async (_, respond, status, body) => {
    const endpoint = await useRawEndpoint(respond);
    const { send } = await useOutbound(development);
    expect(await send(endpoint.url, SOON_MS)).toMatchObject({
      outcome: 'timeout',
      responseStatus: status,
      responseBody: body,
      retryAfter: null,
      detail: null,
    });
    await endpoint.closed(0);
  });

  it('that drips single bytes times out at the deadline, with the start of its body kept', async () => {
    const endpoint = await useRawEndpoint(respondInDrips('x', `${OK}content-length: 9999\r\n\r\n`));
    const { send } = await useOutbound(development);
    const result = await send(endpoint.url, SOON_MS);
    expect(result).toMatchObject({ outcome: 'timeout', responseStatus: 200, detail: null });
    expect(result.responseBody).toMatch(/^x+$/);
    await endpoint.closed(0);
  });

  it('that accepts no connection fails at the deadline or the connect timeout, whichever comes first', async () => {
    const port = await useDeafServer();
    const { send } = await useOutbound(development);
    const [hurried, patient] = await Promise.all([
      send(`http://127.0.0.1:${port}/`, SOON_MS),
      send(`http://127.0.0.1:${port}/`),
    ]);
    expect(hurried).toMatchObject({ outcome: 'timeout', responseStatus: null });
    expect(patient).toMatchObject({ outcome: 'connection', detail: 'UND_ERR_CONNECT_TIMEOUT' });
  });

  it('that never starts TLS times out at the deadline', async () => {
    const endpoint = await useRawEndpoint(() => {});
    const url = endpoint.url.replace('http:', 'https:');
    const { send } = await useOutbound(development);
    expect(await send(url, SOON_MS)).toMatchObject({ outcome: 'timeout', responseStatus: null });
  });
});

describe('an endpoint that floods', () => {
  const floods: [words: string, respond: RawRespond, detail: string][] = [
    [
      'early hints',
      respondEndlessly('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)),
      'TOO_MANY_INFORMATIONAL',
    ],
    [
      'headers',
      respondEndlessly(`x-more: ${'y'.repeat(100)}\r\n`.repeat(500), OK),
      'UND_ERR_HEADERS_OVERFLOW',
    ],
    ['one header', respondEndlessly('y'.repeat(65_536), `${OK}x-long: `), 'UND_ERR_HEADERS_OVERFLOW'],
    ['one header name', respondEndlessly('y'.repeat(65_536), OK), 'UND_ERR_HEADERS_OVERFLOW'],
    ['spaces before a header value', respondEndlessly(' '.repeat(65_536), `${OK}x-long:`), 'ANSWER_TOO_LONG'],
    ['its reason phrase', respondEndlessly('y'.repeat(65_536), 'HTTP/1.1 200 '), 'ANSWER_TOO_LONG'],
    ['blank lines', respondEndlessly('\r\n'.repeat(30_000)), 'ANSWER_TOO_LONG'],
    [
      'a chunk extension',
      respondEndlessly('y'.repeat(65_536), `${OK}transfer-encoding: chunked\r\n\r\n5;a=`),
      'ANSWER_TOO_LONG',
    ],
    [
      'trailers',
      respondEndlessly('x-more: y\r\n'.repeat(5_000), `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`),
      'UND_ERR_HEADERS_OVERFLOW',
    ],
  ];
  it.each(floods)('with %s is cut off before much is read', async (_, respond, detail) => {
    const sockets = useClientSockets();
    const endpoint = await useRawEndpoint(respond);
    const { send } = await useOutbound(development);
    expect(await send(endpoint.url)).toMatchObject({ outcome: 'connection', detail });
    await endpoint.closed(0);
    expect(sockets.bytesRead()).toBeLessThan(BOUNDED_BYTES);
  });
});

describe('an endpoint that breaks the protocol', () => {
  const broken: [words: string, respond: RawRespond, detail: string | RegExp][] = [
    ['by resetting the connection', (socket) => void socket.resetAndDestroy(), 'ECONNRESET'],
    ['by closing without a response', (socket) => void socket.end(), 'UND_ERR_SOCKET'],
    ['by closing within its headers', (socket) => void socket.end(`${OK}content-le`), 'UND_ERR_SOCKET'],
    ['by HTTP/0.9', respondWith('<html>hello</html>'), 'HTTPParserError'],
    ['by binary garbage', respondWith(Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0])), 'HTTPParserError'],
    ['by HTTP/2', respondWith(Buffer.from('000012040000000000', 'hex')), 'HTTPParserError'],
    [
      'by an unrequested upgrade',
      respondWith('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'UND_ERR_SOCKET',
    ],
    ['by an unrequested 100 Continue', respondWith('HTTP/1.1 100 Continue\r\n\r\n'), 'UND_ERR_SOCKET'],
    [
      'by two Content-Lengths',
      respondWith(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
      /^(HTTPParserError|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    ],
    [
      'by a Content-Length with chunks',
      respondWith(`${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      /^(HTTPParserError|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    ],
    [
      'by a Content-Length that is not a number',
      respondWith(`${OK}content-length: many\r\n\r\n`),
      /^(HTTPParserError|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    ],
    ['by a NUL in a header', respondWith(`${OK}x: a\0b\r\ncontent-length: 0\r\n\r\n`), 'HTTPParserError'],
  ];
  it.each(broken)('%s causes a connection error', async (_, respond, detail) => {
    const result = await postTo(respond);
    expect(result.outcome).toBe('connection');
    expect(result.detail).toMatch(detail);
  });

  it('with fewer bytes than its Content-Length has its status recorded but is not accepted', async () => {
    const result = await postTo((socket) => void socket.end(`${OK}content-length: 10\r\n\r\nabc`));
    expect(result).toMatchObject({ outcome: 'connection', responseStatus: 200, responseBody: 'abc' });
    expect(result.detail).not.toBeNull();
  });

  it('with more bytes than its Content-Length does not disturb the next POST', async () => {
    const endpoint = await useRawEndpoint(
      respondWith(`${OK}content-length: 2\r\n\r\nok${OK}content-length: 4\r\n\r\nevil`),
    );
    const { send } = await useOutbound(development);
    for (let n = 0; n < 2; n += 1)
      expect(await send(endpoint.url)).toMatchObject({ outcome: 'accepted', responseBody: 'ok' });
    expect(endpoint.received).toHaveLength(2);
  });

  it('with plain HTTP instead of TLS causes a connection error', async () => {
    const endpoint = await useRawEndpoint(respondWith(OK));
    const server = net.createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as net.AddressInfo;
    const { send } = await useOutbound(development);
    const result = await send(`https://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ outcome: 'connection', responseStatus: null });
    expect(result.detail).toMatch(/^ERR_SSL_/);
    expect(endpoint.received).toEqual([]);
  });
});
