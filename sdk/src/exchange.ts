import { ApiError } from './errors/api-error.ts';
import { ConnectionError } from './errors/connection-error.ts';
import { rootOf, safeCause } from './errors/safe-cause.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** What is known of an exchange, to tell when it fails: openapi-fetch throws what `fetch` and JSON.parse throw. */
export class Exchange {
  readonly fetch: Fetch;
  request: Request | undefined;
  #response: Response | undefined;

  constructor(fetch: Fetch) {
    this.fetch = async (request) => {
      this.request = request;
      this.#response = await fetch(request);
      return this.#response;
    };
  }

  /** Not the query: it may hold a tax id, and errors end up in logs. */
  get #what() {
    const { method, url } = this.request as Request;
    const { origin, pathname } = new URL(url);
    return { method, url: origin + pathname };
  }

  apiError(body: unknown): ApiError {
    return new ApiError({ ...this.#what, response: this.#response as Response, body });
  }

  timeoutError(timeoutMs: number): ConnectionError {
    return new ConnectionError({
      ...this.#what,
      what: `no whole answer within ${timeoutMs} ms`,
      timedOut: true,
    });
  }

  failure(error: unknown, apiKey: string): ApiError | ConnectionError {
    // A status that tells of an error is worth more than the news that its body was cut; and a 2xx that was read to
    // its end but is no JSON is not a matter of the connection.
    if (this.#response && (!this.#response.ok || error instanceof SyntaxError))
      return this.apiError('unreadable');
    const cause = safeCause(error, apiKey);
    const { message, code } = rootOf(cause);
    return new ConnectionError({ ...this.#what, what: message, timedOut: false, code, cause });
  }
}
