import { CONNECT_TIMEOUT_MS } from '../wire/pg-client.ts';
import { checkConnection, isHostAway, isStartupRefused, PoolerError } from './connection-check.ts';
import { urlsOfHosts } from './database-url.ts';
import { withClient } from './open-client.ts';
import { startupLimits } from './time-limits.ts';

/** The hosts of one setting, and which of them to connect to. */
export class Hosts {
  readonly #urls: readonly string[];
  #index = 0;

  constructor(url: string) {
    this.#urls = urlsOfHosts(url);
  }

  get count(): number {
    return this.#urls.length;
  }

  get url(): string {
    return this.#urls[this.#index]!;
  }

  /** Goes on to the next host, unless somebody else who failed at this one has done so already. */
  leave(url: string): void {
    if (this.url === url) this.#index = (this.#index + 1) % this.count;
  }

  /** Tries each host once, beginning with the one that worked last. `goOn` gets each failure: whether another host may do better. */
  async first<T>(
    attempt: (url: string) => Promise<T>,
    goOn: (error: unknown, url: string) => boolean,
  ): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      const { url } = this;
      try {
        return await attempt(url);
      } catch (error) {
        if (!goOn(error, url) || tried >= this.count) throw error;
        this.leave(url);
      }
    }
  }
}

/** The URL of the host that takes writes. A pooler is refused: session locks would stay behind on its connections. */
export async function urlOfPrimary(databaseUrl: string): Promise<string> {
  const hosts = new Hosts(databaseUrl);
  const options = { application_name: 'tradepost migrate', ...startupLimits };
  const assertPrimary = async (url: string): Promise<string> => {
    const { limited } = await withClient(url, options, (client) =>
      checkConnection(client, CONNECT_TIMEOUT_MS, hosts.count > 1),
    ).catch((error) => {
      throw isStartupRefused(error) ? new PoolerError() : error;
    });
    if (!limited) throw new PoolerError();
    return url;
  };
  return hosts.first(assertPrimary, isHostAway);
}
