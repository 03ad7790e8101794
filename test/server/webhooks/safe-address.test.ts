import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressPolicy,
  checkAddress,
  checkUrl,
} from '../../../server/webhooks/send/rules/safe-address.ts';
import { goodUrls, hostileUrls } from '../http/hostile-urls.ts';

const production: AddressPolicy = { production: true, allowPrivateNetworks: false };
const development: AddressPolicy = { production: false, allowPrivateNetworks: false };
const privateNetworks: AddressPolicy = { production: true, allowPrivateNetworks: true };

describe('in production', () => {
  it.each(hostileUrls)('%j is refused: %s', (url, reason) => {
    expect(checkUrl(url, production)?.message).toContain(reason);
  });

  it.each(goodUrls)('%s is accepted', (url) => {
    expect(checkUrl(url, production)).toBeUndefined();
  });

  // URL.canParse refused it from its 4000th call or so, when V8 had compiled its caller.
  it('a name with umlauts is accepted however often it is checked', () => {
    for (let time = 0; time < 20_000; time += 1) checkUrl('https://example.com/', production);
    expect(checkUrl('https://münchen.example/', production)).toBeUndefined();
  });

  it('the table of hostile URLs is long enough and contains no URL twice', () => {
    expect(new Set(hostileUrls.map(([url]) => url)).size).toBe(hostileUrls.length);
    expect(hostileUrls.length).toBeGreaterThanOrEqual(80);
  });
});

/** What the policies other than production's always refuse (NEVER), or accept in some cases. */
const NEVER = [
  ...[
    'https://169.254.169.254/',
    'https://[fd00:ec2::254]/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
  ],
  ...['https://169.254.1.1/', 'https://[fe80::1]/', 'https://224.0.0.1/', 'https://[ff02::1]/'],
  ...['https://0.0.0.0/', 'https://[::]/', 'https://255.255.255.255/', 'https://240.0.0.1/'],
  ...['https://[::ffff:10.0.0.1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::a00:1]/'],
];
const LOOPBACK = ['https://localhost/', 'https://127.0.0.1:8443/', 'https://[::1]/', 'https://a.localhost/'];
const PRIVATE = [
  ...['https://10.1.2.3/', 'https://172.16.0.1/', 'https://192.168.1.10/', 'https://100.64.0.1/'],
  ...['https://[fd12:3456::1]/', 'https://printer.local/', 'https://hooks.corp.internal/'],
];

describe('outside production', () => {
  it.each([...LOOPBACK, 'http://localhost:4000/hooks', 'http://127.0.0.1/', 'http://example.com/'])(
    '%s is accepted, to try webhooks out',
    (url) => expect(checkUrl(url, development)).toBeUndefined(),
  );

  it.each([...NEVER, ...PRIVATE, 'ftp://localhost/'])('%s is refused', (url) => {
    expect(checkUrl(url, development)).toBeDefined();
  });
});

describe('with private networks allowed, in production', () => {
  it.each([...LOOPBACK, ...PRIVATE])('%s is accepted', (url) => {
    expect(checkUrl(url, privateNetworks)).toBeUndefined();
  });

  it.each([...NEVER, 'http://10.1.2.3/', 'http://localhost/', 'http://example.com/'])(
    '%s is refused',
    (url) => expect(checkUrl(url, privateNetworks)).toBeDefined(),
  );
});

describe('a resolved address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['169.254.169.254', 'metadata'],
    ['::ffff:127.0.0.1', 'stands for an IPv4 address'],
    ['::7f00:1', 'stands for an IPv4 address'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'zone'],
    ['2606:4700:4700::1111%eth0', 'zone'],
    ['127.1', 'not an IP address'],
    ['010.0.0.1', 'not an IP address'],
    ['0x8.8.8.8', 'not an IP address'],
    ['8.8.8.8\n', 'not an IP address'],
    ['[::1]', 'not an IP address'],
    ['', 'not an IP address'],
    ['example.com', 'not an IP address'],
  ])('%j is refused: %s', (address, reason) => {
    expect(checkAddress(address, production)?.message).toContain(reason);
  });

  it('is refused without being named in the reason', () => {
    expect(checkAddress('10.20.30.40', production, 'An address of hooks.example.com')?.message).toBe(
      'An address of hooks.example.com is a private address; webhooks are not sent there.',
    );
  });
});

/** The IANA IPv4 special-purpose registry, multicast, and Azure's metadata, copied here independently of the code. */
const REGISTRY = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...[
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
  ],
  ...['192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  '168.63.129.16/32',
];

describe('of all IPv4 addresses', () => {
  const special = new BlockList();
  const edges: number[] = [];
  for (const network of REGISTRY) {
    const [first, bits] = network.split('/') as [string, string];
    special.addSubnet(first, Number(bits));
    const start = first.split('.').reduce((number, part) => number * 256 + Number(part), 0);
    const end = start + 2 ** (32 - Number(bits)) - 1;
    edges.push(start, end, Math.max(start - 1, 0), Math.min(end + 1, 2 ** 32 - 1));
  }
  const dotted = (n: number): string => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.');
  const anyAddress = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: 0, max: 2 ** 32 - 1 }));

  it('exactly those in the registries are refused, however they are written', () => {
    fc.assert(
      fc.property(anyAddress, (number) => {
        const refused = special.check(dotted(number));
        const spellings = [
          dotted(number),
          String(number),
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
        ];
        for (const host of spellings)
          expect([host, checkUrl(`https://${host}/`, production) !== undefined]).toEqual([host, refused]);
        expect(checkAddress(dotted(number), production) !== undefined).toBe(refused);
      }),
      { numRuns: 2_000, examples: edges.map((edge) => [edge]) },
    );
  });

  it('none is accepted when it is embedded in an IPv6 address', () => {
    fc.assert(
      fc.property(anyAddress, (number) => {
        const last = `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
        const carried = [
          ...[`::ffff:${last}`, `::ffff:0:${last}`, `64:ff9b::${last}`, `64:ff9b:1::${last}`],
          ...[`2002:${last}::1`, `2001:0:4136:e378:8000:63bf:${last}`, `2a00:1450:4001:81b:0:5efe:${last}`],
          ...(number > 1 ? [`::${last}`] : []),
        ];
        for (const address of carried)
          expect([address, checkAddress(address, privateNetworks)?.message]).toEqual([
            address,
            expect.stringContaining('stands for an IPv4 address'),
          ]);
      }),
      { numRuns: 500 },
    );
  });
});
