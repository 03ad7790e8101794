import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import type { CustomHeaders, HeaderChange } from './rules/custom-headers.ts';

/** As secretContext: these can't be moved to another row either, nor taken for a secret. */
export const headersContext = ({ tenantId, id }: EndpointKey): string => `webhook headers ${tenantId}/${id}`;

/** The columns of an endpoint's own headers. */
export interface HeaderColumns {
  readonly headers: Buffer | null;
  readonly header_names: readonly string[];
}

/** Encrypts values. One that is to be kept and can't be decrypted any more couldn't be sent either: it is left out. */
export function sealHeaders(
  box: SecretBox,
  key: EndpointKey,
  change: HeaderChange,
  stored: Buffer | null = null,
): HeaderColumns {
  const before = openHeaders(box, key, stored) ?? {};
  const headers = Object.entries(change).flatMap(([name, value]) => {
    const kept = value ?? before[name];
    return kept === undefined ? [] : [[name, kept] as const];
  });
  const text = JSON.stringify(Object.fromEntries(headers));
  return {
    headers: headers.length === 0 ? null : box.seal(text, headersContext(key)),
    header_names: headers.map(([name]) => name),
  };
}

/** Undefined if no key of ours decrypts them. */
export function openHeaders(
  box: SecretBox,
  key: EndpointKey,
  sealed: Buffer | null,
): CustomHeaders | undefined {
  if (sealed === null) return {};
  const opened = box.tryOpen(sealed, headersContext(key));
  return opened && (JSON.parse(opened.text) as CustomHeaders);
}
