import { type AddressProblem, MAX_URL_LENGTH } from '../../webhooks/send/rules/safe-address.ts';
import type { Format } from '../kit/index.ts';
import { words } from './words.ts';

/** DNS says that there is no such name, or that it has no address. Other codes mean that DNS didn't respond. */
const UNKNOWN_NAME = ['ENOTFOUND', 'ENODATA'];

/** Why webhooks can't be sent to a URL, and what to do, in the reader's language. */
export function urlProblemText({ code, host = '', dnsCode = '' }: AddressProblem, format: Format): string {
  const w = words[format.locale];
  const texts: Readonly<Record<AddressProblem['code'], string>> = {
    too_long: w.tooLong(format.number(MAX_URL_LENGTH)),
    invisible_character: w.urlInvisible,
    unreadable: w.urlUnreadable,
    https_required: w.urlHttps,
    http_required: w.urlHttp,
    credentials: w.urlCredentials,
    port_zero: w.urlPort,
    invalid_host: w.urlHost,
    blocked_host: w.urlBlocked(host),
    unresolved: UNKNOWN_NAME.includes(dnsCode) ? w.urlUnknown(host) : w.urlDns(host, dnsCode),
  };
  return texts[code];
}
