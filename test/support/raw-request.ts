import { AssertionError } from 'node:assert';
import http from 'node:http';
import type { ValidationIssue } from '../../server/errors.ts';
import type { Problem } from '../contract-check/check-problem.ts';
import { checkResponse } from '../contract-check/check-response.ts';

/** No request of these tests takes longer than a second, so one that does is hanging. */
const DEADLINE_MS = 30_000;

export interface RawRequest {
  readonly method?: string;
  /** From the root, sent as it is: fetch would normalise it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body without a Content-Length. */
  readonly chunked?: boolean;
  /** Tells of a body with this Content-Length and never sends it. */
  readonly promisedBytes?: number;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly problem: Problem & { readonly errors: readonly ValidationIssue[] };
}

/** A request whose path, headers and body go out byte for byte. Its answer is held against the contract. */
export async function rawRequest(baseUrl: string, request: RawRequest): Promise<RawResponse> {
  const { status, headers, text } = await exchange(baseUrl, request);
  const { method = 'GET', path } = request;
  const faults = checkResponse(method, contractUrl(path, baseUrl), { status, headers, body: text });
  if (faults.length > 0)
    throw new AssertionError({
      message: `${method} ${path} answered ${status}: ${faults.join('; ')}\n${text}`,
    });
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return { status, headers, text, problem: isProblem && text !== '' ? JSON.parse(text) : undefined };
}

/** A path that the URL parser would turn into another one is not in the contract, and stands as one that is not. */
function contractUrl(path: string, baseUrl: string): string {
  const url = new URL(path, baseUrl);
  return path.startsWith('http') || path.startsWith(url.pathname) ? url.href : `${baseUrl}/api/v1/-`;
}

function exchange(baseUrl: string, given: RawRequest): Promise<Omit<RawResponse, 'problem'>> {
  const { method = 'GET', path, headers, body, chunked, promisedBytes } = given;
  const { hostname, port } = new URL(baseUrl);
  const length = promisedBytes ?? (body === undefined || chunked ? undefined : Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const request = http.request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: { ...(length !== undefined && { 'content-length': length }), ...headers },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, headers: toHeaders(response.rawHeaders), text });
        request.destroy();
      });
    });
    request.on('error', reject);
    if (promisedBytes !== undefined) return request.flushHeaders();
    if (chunked && body !== undefined) request.write(body);
    request.end(chunked ? undefined : body);
  });
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!);
  return headers;
}
