import { type AddressProblem, MAX_URL_LENGTH } from '../../webhooks/send/rules/safe-address.ts';
import type { Format } from '../kit/index.ts';
import { words } from './words.ts';

/** Why webhooks can't be sent to a URL, and what to do, in the reader's language. */
export function urlProblemText({ code, host = '' }: AddressProblem, format: Format): string {
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
    unreachable: w.urlUnreachable(host),
  };
  return texts[code];
}
