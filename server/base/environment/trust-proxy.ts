import ipaddr from 'ipaddr.js';
import type { EnvReader } from './env-reader.ts';

/** False: no proxy. A number: that many proxies in a row. A list: proxies at these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Express's names for the ranges of RFC 3927, 1122, 1918 and 4193. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
/** Usually there are 3 at most: a CDN, a load balancer and an ingress. */
const MAX_PROXIES = 10;

/**
 * Reads TRUST_PROXY. There is no `on`: if every proxy were trusted, a client could write its own address, and evade the
 * limits with a new one for each request.
 */
export function readTrustProxy(read: EnvReader): TrustProxy {
  const value = read.text('TRUST_PROXY') ?? 'off';
  if (value === 'off') return false;
  if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PROXIES) return Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  if (ranges.every(isRange)) return ranges;
  read.errors.push(
    `TRUST_PROXY is ${value}; it must be off, the number of proxies (1 to ${MAX_PROXIES}), or a comma-separated list of their addresses, such as 10.0.0.0/8,loopback.`,
  );
  return false;
}

function isRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
