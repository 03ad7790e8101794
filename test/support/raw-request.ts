import { AssertionError } from 'node:assert';
import http from 'node:http';
import type { ValidationIssue } from '../../server/base/problems/api-problem.ts';
import type { Problem } from '../contract-check/check-problem.ts';
import { checkResponse } from '../contract-check/check-response.ts';

/** No request of these tests takes longer than a second, so one that takes this long is hanging. */
const DEADLINE_MS = 30_000;

export interface RawRequest {
  readonly method?: string;
  /** The absolute path, sent unchanged: fetch would normalize it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body without a Content-Length. */
  readonly chunked?: boolean;
  /** Announces a body with this Content-Length, but never sends it. */
  readonly promisedBytes?: number;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly problem: Problem & { readonly errors: readonly ValidationIssue[] };
}

/** Sends path, headers and body byte for byte, and checks the response against the contract. */
export async function rawRequest(baseUrl: string, request: RawRequest): Promise<RawResponse> {
  const { status, headers, text } = await exchange(baseUrl, request);
  const { method = 'GET', path } = request;
  const violations = checkResponse(method, contractUrl(path, baseUrl), { status, headers, body: text });
  if (violations.length > 0)
    throw new AssertionError({
      message: `${method} ${path} violated the contract with status ${status}: ${violations.join('; ')}\n${text}`,
    });
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return { status, headers, text, problem: isProblem && text !== '' ? JSON.parse(text) : undefined };
}

/** The URL to look up in the contract. A path that the URL parser would normalize is replaced by an unknown path. */
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
