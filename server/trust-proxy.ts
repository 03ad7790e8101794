import ipaddr from 'ipaddr.js';
import type { EnvReader } from './env-reader.ts';

/** false: nobody. A number: so many proxies in a row. A list: proxies at these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Names that Express has for the ranges of RFC 3927, 1122, 1918 and 4193. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
/** A CDN, a balancer and an ingress make 3. */
const MAX_PROXIES = 10;

/**
 * Reads TRUST_PROXY. There is no `on`: whoever trusts all proxies lets each client write its address itself, and a client
 * with a new address for each request is not limited at all.
 */
export function readTrustProxy(read: EnvReader): TrustProxy {
  const value = read.text('TRUST_PROXY') ?? 'off';
  if (value === 'off') return false;
  if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PROXIES) return Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  if (ranges.every(isRange)) return ranges;
  read.errors.push(
    `TRUST_PROXY is ${value}; it must be off, the number of proxies from 1 to ${MAX_PROXIES}, or their addresses with commas, such as 10.0.0.0/8,loopback.`,
  );
  return false;
}

function isRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text);
}
