import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Providers give each customer at least a /64 (RFC 6177), so one address of it stands for all. */
const IPV6_PREFIX = 64;

/**
 * The address that identifies a client: its IPv4 address or its IPv6 /64. TRUST_PROXY decides whether X-Forwarded-For
 * counts. If a proxy wrote something there that isn't an address, the proxy's own address counts.
 */
export function clientAddress(req: Request): string {
  const given = req.ip ?? '';
  const address = ipaddr.isValid(given) ? given : (req.socket.remoteAddress ?? '');
  return ipaddr.isValid(address) ? networkOf(address) : 'unknown';
}

function networkOf(text: string): string {
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const [withoutZone] = address.toString().split('%', 1);
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/${IPV6_PREFIX}`)}/${IPV6_PREFIX}`;
}
