import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { openAuthority } from './certificates.ts';

export interface TlsProxy {
  /** `https://localhost:12345` */
  readonly origin: string;
  /** The authority of its certificate (PEM). */
  readonly ca: string;
  /** Where requests go from now on: `http://127.0.0.1:3000`. */
  target: string;
}

/** A reverse proxy that ends TLS, as docs/operating.md asks for: Host stays, X-Forwarded-For and -Proto are set. */
export async function useTlsProxy(): Promise<TlsProxy> {
  const { ca, certify } = openAuthority();
  const server = https.createServer(certify('localhost'), (req, res) => {
    const forwarded = { 'x-forwarded-for': req.socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const options = { method: req.method, headers: { ...req.headers, ...forwarded } };
    const onward = http.request(new URL(req.url!, proxy.target), options, (response) => {
      res.writeHead(response.statusCode!, response.rawHeaders);
      response.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const proxy: TlsProxy = { origin: `https://localhost:${port}`, ca, target: '' };
  return proxy;
}
