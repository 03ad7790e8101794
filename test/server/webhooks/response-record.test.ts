import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { postTo } from '../../support/outbound.ts';
import { respondWith } from '../../support/raw-endpoint.ts';

const TEXT = 'Não encontrado: o pedido não existe, ação inválida.';

/** The result of a POST whose response has these headers and this body. */
const responding = (headers: string, body: Buffer | string = '') =>
  postTo(
    respondWith(`HTTP/1.1 500 No\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`, body),
  );

describe('the stored body', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['GZIP', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ])('is readable when it came as %s, which nobody asked for', async (encoding, body) => {
    expect(await responding(`content-encoding: ${encoding}\r\n`, body)).toMatchObject({ responseBody: TEXT });
  });

  it.each([
    ['iso-8859-1', Buffer.from(TEXT, 'latin1')],
    ['"windows-1252"', Buffer.from(TEXT, 'latin1')],
    ['utf-16le', Buffer.from(TEXT, 'utf16le')],
    ['UTF-8', Buffer.from(TEXT)],
    ['nonsense', Buffer.from(TEXT)],
  ])('is readable in the charset %s', async (charset, body) => {
    const type = `content-type: text/plain; charset=${charset}\r\n`;
    expect(await responding(type, body)).toMatchObject({ responseBody: TEXT });
  });

  it('is Latin-1 where text has no charset and is not UTF-8', async () => {
    const type = 'content-type: text/html\r\n';
    expect(await responding(type, Buffer.from(TEXT, 'latin1'))).toMatchObject({ responseBody: TEXT });
    expect(await responding(type, TEXT)).toMatchObject({ responseBody: TEXT });
  });

  it('is readable when it is both', async () => {
    const head = 'content-encoding: gzip\r\ncontent-type: text/plain; charset=latin1\r\n';
    expect(await responding(head, gzipSync(Buffer.from(TEXT, 'latin1')))).toMatchObject({
      responseBody: TEXT,
    });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(100_000_000, 'a'))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(100_000_000, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ],
  ])('has a kilobyte of a bomb of 100 MB in %s', async (encoding, body) => {
    const { responseBody } = await responding(`content-encoding: ${encoding}\r\n`, body);
    expect(responseBody).toBe('a'.repeat(1024));
  });

  it('has what came of a compressed body that was cut', async () => {
    const body = gzipSync(Buffer.from(Array.from({ length: 3000 }, (_, n) => String(n * 7919)).join()));
    const { responseBody } = await responding('content-encoding: gzip\r\n', body.subarray(0, 2000));
    expect(responseBody).toMatch(/^0,7919,15838,/);
  });

  it('is as it came where the encoding is unknown, or the header wrong', async () => {
    expect(await responding('content-encoding: gzip\r\n', TEXT)).toMatchObject({ responseBody: TEXT });
    expect(await responding('content-encoding: constructor\r\n', TEXT)).toMatchObject({ responseBody: TEXT });
  });
});

describe('the stored headers', () => {
  it('begin with the content type, and have no cookies', async () => {
    const head =
      'server: nginx\r\nset-cookie: sid=segredo\r\nset-cookie: b=segredo\r\ncontent-type: text/html\r\n';
    const { responseHeaders } = await responding(head, 'no');
    expect(responseHeaders).toBe(
      'content-type: text/html\nserver: nginx\nset-cookie: …\nset-cookie: …\ncontent-length: 2',
    );
  });

  it('are bounded, however many came and however long they are', async () => {
    const head = Array.from({ length: 100 }, (_, n) => `x-${n}: ${'a'.repeat(100)}\r\n`).join('');
    const { responseHeaders } = await responding(
      `x-long: ${'a'.repeat(4000)}\r\n${head}content-type: a/b\r\n`,
    );
    expect(responseHeaders).toMatch(/^content-type: a\/b\nx-long: a{200}…\n/);
    expect(responseHeaders!.length).toBeLessThanOrEqual(1024);
  });

  it('are null where no response came', async () => {
    expect(await postTo((socket) => socket.destroy())).toMatchObject({ responseHeaders: null });
  });
});
