type Refused = readonly [url: string, reason: string];

const each = (reason: string, urls: readonly string[]): Refused[] => urls.map((url) => [url, reason]);
const hosts = (reason: string, names: readonly string[]): Refused[] =>
  each(
    reason,
    names.map((name) => `https://${name}/hooks`),
  );

const LOOPBACK = [
  ...['127.0.0.1', '127.0.0.1:8443', '127.0.0.1.', '127.255.255.254', '127.1', '127.0.1'],
  ...['2130706433', '0x7f000001', '0x7F.0x0.0x0.0x1', '0x7f.1', '0177.0.0.1', '017700000001'],
  ...['１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1', '%31%32%37.0.0.1'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0.0.0.1]'],
];
const PRIVATE = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.255'],
  ...['3232235521', '0xc0a80001', '0300.0250.0.1', '100.64.0.1', '100.127.255.254'],
  ...['[fc00::1]', '[fd12:3456:789a::1]', '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
];
const METADATA = [
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.170.2'],
  ...['168.63.129.16', '100.100.100.200', '[fd00:ec2::254]', '[fd00:ec2::23]', '[fd20:ce::254]'],
];
const STANDS_FOR_IPV4 = [
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:169.254.169.254]', '[::ffff:8.8.8.8]'],
  ...['[0:0:0:0:0:ffff:0a00:0001]', '[::ffff:0:127.0.0.1]', '[::7f00:1]', '[::127.0.0.1]', '[::a9fe:a9fe]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]', '[64:ff9b::8.8.8.8]'],
  ...['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:c0a8:1::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
  ...['[2a00:1450:4001:81b:0:5efe:7f00:1]', '[2a00:1450:4001:81b:200:5efe:a00:1]', '[fe80::5efe:10.0.0.1]'],
];
const RESERVED = [
  ...['240.0.0.1', '254.255.255.255', '192.0.0.8', '192.0.0.192', '192.88.99.1', '192.31.196.1'],
  ...['192.52.193.1', '192.175.48.1', '[100::1]', '[100:0:0:1::1]', '[fec0::1]', '[5f00::1]', '[2001:1::1]'],
  ...[
    '[2001:10::1]',
    '[2001:20::1]',
    '[2001:30::1]',
    '[2620:4f:8000::1]',
    '[1::1]',
    '[4000::1]',
    '[e000::1]',
  ],
];

const UNREADABLE = [
  ...[
    '',
    'example.com',
    '//example.com/',
    'https://',
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'https://[::1%lo]/',
  ],
  ...['https://256.256.256.256/', 'https://1.2.3.4.5/', 'https://08.0.0.1/', 'https://example.com:99999/'],
  ...['https://exa%00mple.com/', 'https://exa%20mple.com/', 'https://example.com:8o/'],
];
const NOT_A_NAME = [
  ...['a..b', '.example.com', '-a.example.com', 'a-.example.com', "o'brien.example.com", '*.example.com'],
  ...['$(id).example.com', `${'a'.repeat(64)}.example.com`, `${'abcdefg.'.repeat(32)}com`, '..'],
];

/** URLs that production must not send to, each with words from the sentence that says why. */
export const hostileUrls: readonly Refused[] = [
  ...hosts('is a loopback address', LOOPBACK),
  ...hosts('is a loopback name', [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
    'ｌocalhost',
    '%6cocalhost',
  ]),
  ...hosts('is a private address', PRIVATE),
  ...hosts('is a name of a private network', [
    'printer.local',
    'metadata.google.internal',
    'router.home.arpa',
  ]),
  ...hosts('is a name of a private network', ['localhost.localdomain', 'vault.corp.internal.', 'LOCAL']),
  ...hosts('is a link-local address', ['169.254.0.1', '169.254.1.2', '[fe80::1]', '[febf::1]']),
  ...hosts("is the address of a cloud's metadata", METADATA),
  ...hosts('is an unspecified address', ['0.0.0.0', '0', '0x0', '0.1.2.3', '[::]', '[0:0:0:0:0:0:0:0]']),
  ...hosts('is a multicast address', ['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff0e::1]']),
  ...hosts('is the broadcast address', ['255.255.255.255', '4294967295', '0xffffffff']),
  ...hosts('stands for an IPv4 address', STANDS_FOR_IPV4),
  ...hosts('is an address for documentation', [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '[2001:db8::1]',
    '[3fff::1]',
  ]),
  ...hosts('is an address for benchmarks', ['198.18.0.1', '198.19.255.255', '[2001:2::1]']),
  ...hosts('is a reserved address', RESERVED),
  ...each('must begin with https://.', ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd']),
  ...each('must begin with https://.', ['gopher://example.com/', 'ws://example.com/', 'javascript:alert(1)']),
  ...each('must begin with https://.', ['data:text/plain,x', 'unix:/run/docker.sock', 'http://8.8.8.8/']),
  ...each('a user name or a password', ['https://user:pass@example.com/', 'https://user@example.com/']),
  ...each('a user name or a password', ['https://:pass@example.com/', 'https://example.com:443@127.0.0.1/']),
  ...each('a user name or a password', ['https://example.com%2f@127.0.0.1/']),
  ...each('The port of the URL is 0', ['https://example.com:0/', 'https://example.com:000/']),
  ...each('a space, a control character or a backslash', ['https://exam\nple.com/', ' https://example.com/']),
  ...each('a space, a control character or a backslash', [
    'https://example.com/a b',
    'https://example.com/\t',
  ]),
  ...each('a space, a control character or a backslash', [
    'https://example.com\\@127.0.0.1/',
    'https:\\\\example.com',
  ]),
  ...each('a space, a control character or a backslash', [
    'https://example.com/\0',
    'https://example.com/\u0085',
  ]),
  ...each('cannot be read', UNREADABLE),
  ...hosts('is not a valid name', NOT_A_NAME),
  ...each('is longer than 2048 characters', [`https://example.com/${'a'.repeat(2048)}`]),
];

/**
 * Neighbours of refused addresses, and URLs that endpoints really use. What their names resolve to is checked
 * elsewhere.
 */
export const goodUrls: readonly string[] = [
  ...['https://example.com/hooks', 'https://example.com:8443/hooks?shop=1&x=%20#top', 'HTTPS://EXAMPLE.COM/'],
  ...['https://hooks.example.com./x', 'https://under_score.example.com/', 'https://xn--mnchen-3ya.example/'],
  ...[
    'https://münchen.example/',
    'https://localhost.example.com/',
    'https://notlocalhost/',
    'https://local.example/',
  ],
  ...[
    'https://127.example.com/',
    'https://169.254.169.254.nip.io/',
    `https://${'a'.repeat(63)}.example.com/`,
  ],
  ...['https://8.8.8.8/', 'https://11.0.0.1/', 'https://9.255.255.255/', 'https://172.15.255.255/'],
  ...['https://172.32.0.1/', 'https://100.63.255.255/', 'https://100.128.0.0/', 'https://169.253.255.255/'],
  ...['https://192.0.1.1/', 'https://198.20.0.1/', 'https://223.255.255.255/', 'https://128.0.0.1/'],
  ...[
    'https://[2606:4700:4700::1111]/',
    'https://[2a00:1450:4001:81b::5efe]/',
    'https://[2001:4860:4860::8888]/',
  ],
  ...['https://[2003::1]/', 'https://[2001:200::1]/', `https://example.com/${'a'.repeat(2028)}`],
];
