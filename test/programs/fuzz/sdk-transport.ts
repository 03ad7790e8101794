import { isDeepStrictEqual } from 'node:util';
import { ApiError, Transport } from '@tradepost/sdk';
import { TAKES_KEY } from '../../../sdk/src/transport/request-options.ts';
import type { Method } from '../../../sdk/src/transport/transport.ts';
import type { ReceivedResponse } from '../../contract-check/check-response.ts';
import { prefix } from '../../contract-check/contract.ts';
import { clientAddress, FORWARDED_FOR } from './client-addresses.ts';
import type { JsonValue } from './json-value.ts';
import type { WireRequest } from './wire-request.ts';

const OK_BODY = (status: number) => status !== 204;

export interface SdkResult {
  readonly answer: ReceivedResponse;
  /** Differences between the SDK's result and the received response. */
  readonly violations: string[];
}

/** Sends a request through the SDK, and compares its result with the received bytes. */
export async function sendBySdk(baseUrl: string, apiKey: string, wire: WireRequest): Promise<SdkResult> {
  let answer: ReceivedResponse | undefined;
  const transport = new Transport({
    apiKey,
    baseUrl,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set(FORWARDED_FOR, clientAddress());
      const response = await fetch(url, { ...init, headers });
      answer = { status: response.status, headers: response.headers, body: await response.clone().text() };
      return response;
    },
  });
  const result = await transport
    .send<JsonValue>(methodOf(wire), pathOf(wire), sentOf(wire), optionsOf(wire))
    .then(
      (data) => ({ data }),
      (error: unknown) => ({ error }),
    );
  if (answer === undefined) throw 'error' in result ? result.error : new Error('the SDK sent nothing');
  return {
    answer,
    violations:
      'error' in result ? errorViolations(result.error, answer) : dataViolations(result.data, answer),
  };
}

const methodOf = ({ method }: WireRequest) => method.toLowerCase() as Method;
/** A path without parameters left. The SDK only replaces names in braces. */
const pathOf = ({ target }: WireRequest) => target.slice(prefix.length).split('?')[0]!;

function sentOf({ target, body }: WireRequest) {
  const [, query] = target.split(/\?(.*)/s);
  return {
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== undefined && { body: JSON.parse(Buffer.from(body).toString()) as unknown }),
  };
}

/** What no operation of that kind takes goes as a header: the SDK refuses it as an option. */
function optionsOf(wire: WireRequest) {
  const named = new Map(wire.headers);
  const [key, match] = [named.get('Idempotency-Key'), named.get('If-Match')];
  const takesKey = TAKES_KEY.test(`${methodOf(wire)} ${pathOf(wire)}`);
  return {
    ...(takesKey && { idempotencyKey: key }),
    headers: {
      ...(match !== undefined && { 'if-match': match }),
      ...(key !== undefined && !takesKey && { 'idempotency-key': key }),
    },
  };
}

function dataViolations(data: unknown, { status, body }: ReceivedResponse): string[] {
  if (status >= 300) return [`the SDK treated a ${status} as a success`];
  const wanted = OK_BODY(status) ? (JSON.parse(body) as unknown) : undefined;
  return isDeepStrictEqual(data, wanted) ? [] : ["the SDK's data differs from the response"];
}

function errorViolations(error: unknown, { status, body }: ReceivedResponse): string[] {
  if (!(error instanceof ApiError))
    return [`the SDK did not throw an ApiError for a ${status}: ${String(error)}`];
  const { code } = JSON.parse(body) as { code: string };
  return [
    ...(error.status === status && error.code === code
      ? []
      : [`the SDK's error is ${error.status} ${error.code}, not ${status} ${code}`]),
    ...(error.name === 'ApiError' ? [`the SDK has no error class for ${code}`] : []),
  ];
}
