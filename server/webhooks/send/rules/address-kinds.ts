import ipaddr from 'ipaddr.js';

export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'linkLocal'
  | 'metadata'
  | 'multicast'
  | 'broadcast'
  | 'unspecified'
  | 'translated'
  | 'documentation'
  | 'benchmarking'
  | 'reserved';

type Address = ReturnType<typeof ipaddr.parse>;
type Networks = ReturnType<typeof ipaddr.parseCIDR>[];

const networks = (...cidrs: string[]): Networks => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

/** Networks that ipaddr.js doesn't know, or names differently from the IANA special-purpose registries. */
const NETWORKS: Record<string, Networks> = {
  metadata: networks(
    ...['169.254.169.254/32', 'fd00:ec2::/32'], // AWS; the IPv4 one is that of most other clouds too
    ...['169.254.170.2/32', '169.254.170.23/32'], // AWS: the credentials of a container and of a pod
    '168.63.129.16/32', // Azure
    '100.100.100.200/32', // Alibaba
    'fd20:ce::254/128', // Google
    'fd00:42::42/128', // Scaleway
  ),
  unspecified: networks('::/128'),
  loopback: networks('::1/128'),
  // IPv4-compatible (RFC 4291): ::7f00:1 is 127.0.0.1. Contains :: and ::1 as well, so it comes after them.
  translated: networks('::/96'),
  documentation: networks(
    ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'], // RFC 5737
    ...['2001:db8::/32', '3fff::/20'], // RFC 3849, RFC 9637
  ),
  benchmarking: networks('198.18.0.0/15'), // RFC 2544
} satisfies { [kind in AddressKind]?: Networks };

/** By ipaddr.js's range names. Any other range is reserved, including those that it learns of later. */
const KIND_OF_RANGE: Readonly<Record<string, AddressKind>> = {
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  linkLocal: 'linkLocal',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  ipv4Mapped: 'translated',
  rfc6145: 'translated',
  rfc6052: 'translated',
  '6to4': 'translated',
  teredo: 'translated',
  benchmarking: 'benchmarking',
};

/** Everything that IANA has assigned for global unicast. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** What an address is for. Takes only what isIpLiteral accepts. */
export function addressKind(literal: string): AddressKind {
  const address = ipaddr.parse(literal);
  const kind = ipaddr.subnetMatch(address, NETWORKS, 'none');
  if (kind !== 'none') return kind as AddressKind;
  if (isIsatap(address)) return 'translated';
  const range = address.range();
  if (range !== 'unicast') return KIND_OF_RANGE[range] ?? 'reserved';
  return address.kind() === 'ipv6' && !address.match(GLOBAL_IPV6) ? 'reserved' : 'public';
}

/** ISATAP: under any prefix, an interface of 0000:5efe or 0200:5efe followed by an IPv4 address (RFC 5214). */
function isIsatap(address: Address): boolean {
  return 'parts' in address && address.parts[5] === 0x5efe && (address.parts[4]! & ~0x300) === 0;
}

/** An IPv6 address without brackets, or IPv4 in four decimal parts: the only form that everybody reads alike. */
export function isIpLiteral(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}
