import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Shop {
  readonly key: string;
  readonly orderBody: string;
  readonly productId: number;
}

export interface LoadReport {
  readonly requests: number;
  /** Orders that were acknowledged with 201. */
  readonly placed: number;
  /** Every request without a response, or with another status than expected. None is sent again. */
  readonly errors: readonly string[];
}

/** Clients with a connection each, which they keep alive as long as the balancer lets them. */
export class Load {
  readonly #url: string;
  readonly #pauseMs: number;
  readonly #clients: Promise<void>[];
  readonly #errors: string[] = [];
  #requests = 0;
  #placed = 0;
  #stopped = false;

  constructor(url: string, shops: readonly Shop[], pauseMs: number) {
    this.#url = url;
    this.#pauseMs = pauseMs;
    this.#clients = shops.map((shop) => this.#run(shop));
  }

  async stop(): Promise<LoadReport> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    return { requests: this.#requests, placed: this.#placed, errors: this.#errors };
  }

  async #run({ key, orderBody, productId }: Shop): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#stopped) {
      const placed = await this.#send(agent, key, 'POST', '/orders', 201, orderBody);
      if (placed) this.#placed += 1;
      await this.#send(agent, key, 'GET', `/products/${productId}`, 200);
      await wait(this.#pauseMs);
    }
    agent.destroy();
  }

  async #send(
    agent: http.Agent,
    key: string,
    method: string,
    path: string,
    expected: number,
    body?: string,
  ): Promise<boolean> {
    this.#requests += 1;
    const outcome = await once(new URL(`/api/v1${path}`, this.#url), { agent, method, key, body });
    if (outcome === expected) return true;
    this.#errors.push(`${new Date().toISOString()} ${method} ${path}: ${outcome}`);
    return false;
  }
}

interface Request {
  readonly agent: http.Agent;
  readonly method: string;
  readonly key: string;
  readonly body: string | undefined;
}

/** The status of a complete response, or what went wrong. */
function once(url: URL, { agent, method, key, body }: Request): Promise<number | string> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve) => {
    const request = http.request(url, { agent, method, headers }, (response) => {
      response.on('error', (error) => resolve(error.message)).resume();
      response.once('end', () => resolve(response.complete ? response.statusCode! : 'incomplete response'));
    });
    request.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    request.end(body);
  });
}
