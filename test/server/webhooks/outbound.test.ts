import { describe, expect, it } from 'vitest';
import { checkEndpointUrl } from '../../../server/webhooks/send/dns-resolver.ts';
import { post } from '../../../server/webhooks/send/http-post.ts';
import { a, aaaa, type Question } from '../../support/name-server.ts';
import {
  type Answer,
  development,
  inTurn,
  privateNetworks,
  production,
  useOutbound,
} from '../../support/outbound.ts';
import { respondWith, useRawEndpoint } from '../../support/raw-endpoint.ts';

const NAME = 'hooks.shop.example';
/** Whether DNS doesn't know the name or has a blocked address for it: whoever sets the URL is told the same. */
const UNREACHABLE = { outcome: 'connection', responseStatus: null, detail: 'UNREACHABLE_NAME' };
const UNREACHABLE_URL = {
  code: 'unreachable',
  message: `The host ${NAME} is not found in DNS, or not on a public address.`,
  host: NAME,
};
const ACCEPTED = respondWith('HTTP/1.1 204 No Content\r\n\r\n');

describe('a host name', () => {
  it('is resolved once, and the connection goes to the address that was checked', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const trap = await useRawEndpoint(ACCEPTED, '127.0.0.2', endpoint.port);
    const { send, askedFor } = await useOutbound(development, inTurn(a('127.0.0.1'), a('127.0.0.2')));
    expect(await send(`http://${NAME}:${endpoint.port}/hooks`)).toMatchObject({ outcome: 'accepted' });
    expect([askedFor('A'), askedFor('AAAA')]).toEqual([1, 1]);
    expect(trap.received).toEqual([]);
    expect(endpoint.received[0]).toContain(`\r\nhost: ${NAME}:${endpoint.port}\r\n`);
  });

  it('goes to the addresses that a request is counted at, and to no open connection, whatever DNS says by then', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const trap = await useRawEndpoint(ACCEPTED, '127.0.0.2', endpoint.port);
    const { send, outbound } = await useOutbound(development, inTurn(a('127.0.0.2')));
    const url = `http://${NAME}:${endpoint.port}/hooks`;
    expect(await send(url)).toMatchObject({ outcome: 'accepted' });
    const pinned = (address: string) => post(outbound.pinnedTo([{ address, family: 4 }]), url, {}, '{}');
    expect(await pinned('127.0.0.1')).toMatchObject({ outcome: 'accepted' });
    expect(await pinned('169.254.169.254')).toMatchObject(UNREACHABLE);
    expect(await post(outbound.pinnedTo([]), url, {}, '{}')).toMatchObject(UNREACHABLE);
    expect([trap.received.length, endpoint.received.length]).toEqual([1, 1]);
  });

  it('that was public when the endpoint was created and resolves to loopback now gets no connection', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const answers = inTurn(a('93.184.215.14'), a('127.0.0.1'));
    const { send, resolver } = await useOutbound(production, answers);
    const url = `https://${NAME}:${endpoint.port}/hooks`;
    expect(await checkEndpointUrl(url, production, resolver)).toBeUndefined();
    expect(await send(url)).toMatchObject(UNREACHABLE);
    expect(endpoint.received).toEqual([]);
  });

  it('is checked again for each new connection', async () => {
    const endpoint = await useRawEndpoint(
      respondWith('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'),
    );
    const { send } = await useOutbound(development, inTurn(a('127.0.0.1'), a('169.254.169.254')));
    const url = `http://${NAME}:${endpoint.port}/hooks`;
    expect(await send(url)).toMatchObject({ outcome: 'accepted' });
    expect(await send(url)).toMatchObject(UNREACHABLE);
  });

  const mixed: [words: string, answer: Answer][] = [
    ['a private address after a public one', inTurn(a('93.184.215.14', '10.0.0.1'))],
    ['a private address before a public one', inTurn(a('10.0.0.1', '93.184.215.14'))],
    ['a public IPv4 and a loopback IPv6 address', ({ type }) => (type === 'A' ? a('8.8.8.8') : aaaa('::1'))],
    ['a mapped address', ({ type }) => (type === 'A' ? [] : aaaa('::ffff:7f00:1'))],
    ['an IPv4-compatible address', ({ type }) => (type === 'A' ? [] : aaaa('::7f00:1'))],
    ['an alias of localhost', () => [{ type: 'CNAME', value: 'localhost' }, ...a('127.0.0.1')]],
  ];
  it.each(mixed)(
    'with %s is refused when the endpoint is created and when it is sent to',
    async (_, answer) => {
      const { send, resolver } = await useOutbound(production, answer);
      const url = `https://${NAME}/hooks`;
      expect(await checkEndpointUrl(url, production, resolver)).toEqual(UNREACHABLE_URL);
      expect(await send(url)).toMatchObject(UNREACHABLE);
    },
  );

  it('with several allowed addresses is reached at the one that listens', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const { send } = await useOutbound(development, inTurn(a('127.0.0.3', '127.0.0.4', '127.0.0.1')));
    expect(await send(`http://${NAME}:${endpoint.port}/hooks`)).toMatchObject({ outcome: 'accepted' });
  });

  it('with very many addresses has all of them checked but only a few tried', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const deaf = Array.from({ length: 20 }, (_, n) => `127.0.1.${n + 1}`);
    const answers = inTurn(a(...deaf, '127.0.0.1'), a(...deaf, '10.0.0.1'));
    const { send } = await useOutbound(development, answers);
    const url = `http://${NAME}:${endpoint.port}/hooks`;
    expect(await send(url)).toMatchObject({ outcome: 'connection', detail: 'ECONNREFUSED' });
    expect(await send(url)).toMatchObject(UNREACHABLE);
    expect(endpoint.received).toEqual([]);
  });

  it('that does not exist gets the same answers as one with a blocked address', async () => {
    const { send, resolver } = await useOutbound(production, () => 'unknown name');
    expect(await send(`https://${NAME}/`)).toMatchObject(UNREACHABLE);
    expect(await checkEndpointUrl(`https://${NAME}/`, production, resolver)).toEqual(UNREACHABLE_URL);
  });

  it('that is only an alias of localhost has no address', async () => {
    const { send } = await useOutbound(development, () => [{ type: 'CNAME', value: 'localhost' }]);
    expect(await send(`http://${NAME}/`)).toMatchObject(UNREACHABLE);
  });

  it('whose DNS server never responds is a connection error and delays no other name', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const { send } = await useOutbound(development, ({ name, type }) => {
      if (name.startsWith('silent')) return 'silence';
      return type === 'A' ? a('127.0.0.1') : [];
    });
    const silent = Array.from({ length: 20 }, (_, n) => send(`http://silent-${n}.example/`));
    const first = await Promise.race([...silent, send(`http://${NAME}:${endpoint.port}/`)]);
    expect(first).toMatchObject({ outcome: 'accepted' });
    for (const result of await Promise.all(silent)) expect(result).toMatchObject(UNREACHABLE);
  });

  it('is resolved when the DNS server responds for IPv4 only', async () => {
    const answer = ({ type }: Question) => (type === 'A' ? a('8.8.8.8') : 'silence');
    const { resolver } = await useOutbound(production, answer);
    expect(await resolver.resolve(NAME)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('is resolved once for concurrent requests, and not again while connections are kept open', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const { send, askedFor } = await useOutbound(development, inTurn(a('127.0.0.1')));
    const url = `http://${NAME}:${endpoint.port}/hooks`;
    await Promise.all(Array.from({ length: 20 }, () => send(url)));
    await send(url);
    expect(askedFor('A')).toBe(1);
  });

  it('is not waited for past the deadline, and nothing is sent afterwards', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const { send, askedFor } = await useOutbound(development, ({ type }) => {
      if (askedFor('A') < 2) return 'silence'; // c-ares asks again after a second, and gets a response then
      return type === 'A' ? a('127.0.0.1') : [];
    });
    const url = `http://${NAME}:${endpoint.port}/hooks`;
    expect(await send(url, 100)).toMatchObject({ outcome: 'timeout', responseStatus: null, detail: null });
    expect(await send(url)).toMatchObject({ outcome: 'accepted' });
    expect(endpoint.received.join('').match(/POST/g)).toHaveLength(1);
  });
});

describe('a lookup', () => {
  it('ends when its signal is aborted', async () => {
    const { resolver } = await useOutbound(production, () => 'silence');
    const abort = new AbortController();
    const lookup = resolver.resolve(NAME, abort.signal);
    abort.abort(new Error('enough'));
    await expect(lookup).rejects.toThrow('enough');
    await expect(resolver.resolve(NAME, abort.signal)).rejects.toThrow('enough');
  });

  it('resolves localhost and its subdomains without asking DNS', async () => {
    const { resolver, asked } = await useOutbound(development, () => a('8.8.8.8'));
    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost'])
      expect((await resolver.resolve(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    expect(asked).toEqual([]);
  });
});

describe('a literal address', () => {
  it.each(['10.0.0.1', '169.254.169.254', '[fe80::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2852039166'])(
    'such as %s is refused, although no name is looked up',
    async (host) => {
      const { send, asked } = await useOutbound(development, () => a('127.0.0.1'));
      expect(await send(`http://${host}/`)).toMatchObject({ outcome: 'address', responseStatus: null });
      expect(asked).toEqual([]);
    },
  );

  it('of loopback is allowed outside production but not in production', async () => {
    const endpoint = await useRawEndpoint(ACCEPTED);
    const outside = await useOutbound(development, () => 'unknown name');
    expect(await outside.send(endpoint.url)).toMatchObject({ outcome: 'accepted' });
    const inside = await useOutbound(production, () => 'unknown name');
    expect(await inside.send(endpoint.url.replace('http:', 'https:'))).toMatchObject({ outcome: 'address' });
    expect(endpoint.received).toHaveLength(1);
  });

  it('needs no lookup when the endpoint is created', async () => {
    const { resolver, asked } = await useOutbound(production, () => 'unknown name');
    expect(await checkEndpointUrl('https://8.8.8.8/', production, resolver)).toBeUndefined();
    expect((await checkEndpointUrl('https://[::1]/', production, resolver))?.message).toContain('loopback');
    expect(asked).toEqual([]);
  });
});

it('sends nothing over http in production, with or without private networks', async () => {
  const endpoint = await useRawEndpoint(ACCEPTED);
  const { send } = await useOutbound(privateNetworks, () => a('127.0.0.1'));
  expect(await send(endpoint.url)).toMatchObject({
    outcome: 'address',
    detail: 'The URL must begin with https://.',
  });
  expect(endpoint.received).toEqual([]);
});
