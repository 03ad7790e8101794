import { urlsOfHosts } from './database-url.ts';

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
}
