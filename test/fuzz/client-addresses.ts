// Clients that send wrong keys are limited by their address. Here all requests come from one machine, so each says that it
// was forwarded for a client of its own; the service trusts one proxy.
const ADDRESSES = 65_536;
let next = 0;

export const FORWARDED_FOR = 'X-Forwarded-For';

/** Another client for each request: 10.0.0.0 to 10.0.255.255, over and over. */
export function clientAddress(): string {
  next = (next + 1) % ADDRESSES;
  return `10.0.${next >> 8}.${next & 0xff}`;
}
