import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAuthority } from '../../support/certificates.ts';
import { a } from '../../support/name-server.ts';
import { inTurn, privateNetworks, useOutbound } from '../../support/outbound.ts';

const NAME = 'hooks.shop.example';

describe('a POST over TLS', () => {
  const authority = openAuthority();

  async function useTlsEndpoint(certified: string) {
    const asked: unknown[] = [];
    const server = https.createServer(authority.certify(certified), (req, res) => {
      asked.push({ name: (req.socket as { servername?: unknown }).servername, host: req.headers.host });
      req.resume().on('end', () => res.writeHead(204).end());
    });
    server.on('tlsClientError', () => {});
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { asked, port: (server.address() as AddressInfo).port };
  }

  it('uses the host name for SNI and the certificate check, although it connects to an address', async () => {
    const { asked, port } = await useTlsEndpoint(NAME);
    const addresses = inTurn(a('127.0.0.3', '127.0.0.1')); // nothing listens on the first
    const { send } = await useOutbound(privateNetworks, addresses, authority.ca);
    expect(await send(`https://${NAME}:${port}/hooks`)).toMatchObject({ outcome: 'accepted' });
    expect(asked).toEqual([{ name: NAME, host: `${NAME}:${port}` }]);
  });

  it('is a connection error when the certificate has another name, on the second attempt too', async () => {
    const { asked, port } = await useTlsEndpoint('other.shop.example');
    const { send } = await useOutbound(privateNetworks, inTurn(a('127.0.0.1')), authority.ca);
    for (let attempt = 1; attempt <= 2; attempt += 1)
      expect(await send(`https://${NAME}:${port}/`)).toMatchObject({
        outcome: 'connection',
        detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    expect(asked).toEqual([]);
  });

  it('is a connection error when the certificate authority is unknown', async () => {
    const { asked, port } = await useTlsEndpoint(NAME);
    const { send } = await useOutbound(privateNetworks, inTurn(a('127.0.0.1')));
    expect(await send(`https://${NAME}:${port}/`)).toMatchObject({
      outcome: 'connection',
      detail: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
    expect(asked).toEqual([]);
  });
});
