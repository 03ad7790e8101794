import { prefix } from '../contract-check/contract.ts';
import { fillPath, type RequestSample } from '../contract-check/request-samples.ts';
import type { RequestOptions, TestTenant } from '../support/test-environment.ts';
import { pathValues } from './walk-rows.ts';

export type Ask = (
  tenant: TestTenant,
  options?: RequestOptions & { query?: string; values?: Record<string, string | number> },
) => Promise<Response>;

function search({ query }: RequestSample, more: string): string {
  const all = [query, more].filter(Boolean).join('&');
  return all && `?${all}`;
}

/** A function that sends the sample's request for a tenant, with other values where it's told. */
export function asking(sample: RequestSample): Ask {
  return (tenant, { query = '', values = pathValues(sample), ...options } = {}) =>
    tenant.request(
      sample.method,
      fillPath(sample.path.slice(prefix.length), values) + search(sample, query),
      {
        ...(sample.hasBody && { body: sample.body }),
        ...options,
      },
    );
}
