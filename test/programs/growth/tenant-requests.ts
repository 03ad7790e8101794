import type { FilledTenant } from '../bench/fill-tenants.ts';
import { order } from '../bench/rows/orders.ts';
import { feed, getOne, list } from '../bench/rows/reads.ts';
import type { Requests } from './requests.ts';

/** The same requests, whether one tenant sends all of them or each of many some. */
export const tenantRequests = (tenants: readonly FilledTenant[]): Requests[] =>
  [list, getOne, feed, order].map((rowOf) => rowOf(tenants));
