import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Providers give a customer at least this much of IPv6 (RFC 6177), so whoever has one address of it has all. */
const IPV6_PREFIX = 64;

/**
 * What one client can be told by: its IPv4 address, or its IPv6 /64. TRUST_PROXY says whether X-Forwarded-For counts. What
 * a proxy wrote there and is no address stands for all that it forwards.
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
