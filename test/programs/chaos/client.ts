import { setTimeout as wait } from 'node:timers/promises';

/** Like an integrator's client, so that a restarted service doesn't get all retries at once. */
const AGAIN_AFTER_MS = 150;
/** Longer than the service's own time-outs: a request without a response by then hangs. */
const ANSWER_WITHIN_MS = 20_000;
/** The service is temporarily unavailable, or still processing the same request. */
const TRANSIENT = new Set([408, 429, 502, 503, 504]);

export interface ClientRequest {
  readonly method: 'POST' | 'PATCH';
  /** Below /api/v1. */
  readonly path: string;
  readonly body: object;
  readonly idempotencyKey: string;
}

/** A request, which may be one of several tries, and how it ended. */
export interface Try {
  /** As in the contract: `POST /orders/{id}/status`. */
  readonly operation: string;
  readonly at: number;
  readonly ms: number;
  readonly failure: string | undefined;
}

/** Uses the API like a tenant's integrator: repeats each request until its outcome is certain. */
export class Client {
  /** Responses with status 500 per request id. When the database is down, the service should return 503. */
  readonly internalErrors = new Map<string, number>();
  readonly #address: () => string | undefined;
  readonly #apiKey: string;
  readonly #signal: AbortSignal;
  readonly #onTry: (each: Try) => void;

  constructor(
    address: () => string | undefined,
    apiKey: string,
    signal: AbortSignal,
    onTry: (each: Try) => void = () => {},
  ) {
    this.#address = address;
    this.#apiKey = apiKey;
    this.#signal = signal;
    this.#onTry = onTry;
  }

  /** Returns the body of the 2xx response. Throws if the request is rejected or the signal aborts. */
  async send<T>(asked: ClientRequest): Promise<T> {
    for (;;) {
      this.#signal.throwIfAborted();
      const response = await this.#timed(asked).catch(() => undefined);
      if (response?.ok) return response.body as T;
      if (response !== undefined && !this.#isTransient(response))
        throw new RequestRejectedError(asked, response);
      await wait(AGAIN_AFTER_MS);
    }
  }

  async #timed(asked: ClientRequest): Promise<ClientResponse> {
    const [at, begun] = [Date.now(), performance.now()];
    const ended = (failure: string | undefined): void => {
      const operation = `${asked.method} ${asked.path.replace(/\d+/, '{id}')}`;
      this.#onTry({ operation, at, ms: performance.now() - begun, failure });
    };
    try {
      const response = await this.#once(asked);
      ended(response.ok ? undefined : problemOf(response.status, response.body));
      return response;
    } catch (error) {
      ended(describeError(error));
      throw error;
    }
  }

  async #once({ method, path, body, idempotencyKey }: ClientRequest): Promise<ClientResponse> {
    const response = await fetch(`${this.#address()}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#apiKey}`,
        'content-type': 'application/json',
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { ok: response.ok, status: response.status, body: await response.json() };
  }

  #isTransient({ status, body }: ClientResponse): boolean {
    const { code, request_id } = body as { code?: string; request_id?: string };
    if (status === 500)
      this.internalErrors.set(String(request_id), (this.internalErrors.get(String(request_id)) ?? 0) + 1);
    return status === 500 || TRANSIENT.has(status) || code === 'idempotency_in_progress';
  }
}

/** Without what differs from one response to the next, so that equal ones can be counted. */
export const problemOf = (status: number, body: unknown): string => {
  const { code, detail } = body as { code?: string; detail?: string };
  return `${status} ${code}: ${detail}`;
};

export function describeError(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? `${name}: ${message}`;
}

interface ClientResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

export class RequestRejectedError extends Error {
  override readonly name = 'Refusal';

  constructor({ method, path }: ClientRequest, { status, body }: ClientResponse) {
    super(`${method} ${path} returned ${problemOf(status, body)}`);
  }
}
