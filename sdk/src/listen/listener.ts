import type { Me, Tradepost } from '../client.ts';
import type { EventPage } from '../resources/events.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import { backoffFor } from './backoff.ts';
import { type ForwardResult, forward } from './forward.ts';
import type { Output } from './output.ts';
import type { ListenState, StateFile } from './state-file.ts';

const PAGE_SIZE = 100; // events of which each may be some 10 kB
const POLL_MS = 3_000; // 20 requests a minute: a third of what the smallest plan allows
const APP_POLL_MS = 1_000; // after which it looks again whether the local app is up
const READ_SCOPES = ['orders.read', 'customers.read', 'products.read'];

/** When to go on, or why not to. */
export type Step = { waitMs: number } | { stop: string };

export interface ListenerDeps {
  tp: Pick<Tradepost, 'me' | 'events'>;
  url: URL;
  kinds: ReadonlySet<string> | undefined;
  from: 'now' | 'beginning' | undefined;
  /** Undefined: one is drawn and kept. */
  secret: string | undefined;
  randomSecret: () => string;
  stateFileFor: (tenantId: number) => StateFile;
  output: Output;
  fetch: typeof fetch;
  /** Milliseconds. */
  now: () => number;
  signal: AbortSignal;
}

/** Reads the feed and posts what it reads, in rounds that its caller times. */
export class Listener {
  readonly #deps: ListenerDeps;
  #session: { file: StateFile; state: ListenState; secret: string } | undefined;
  #skipping = false;
  #page: EventPage | undefined;
  #failures = 0;
  #appIsDown = false;

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  /** One round: a page, as far as somebody takes its events. It throws when it is aborted. */
  async tick(): Promise<Step> {
    try {
      if (!this.#session) {
        const problem = this.#start(await this.#deps.tp.me({ maxRetries: 0, signal: this.#deps.signal }));
        if (problem) return { stop: problem };
      }
      this.#page ??= await this.#fetchPage();
    } catch (error) {
      return this.#backOff(error);
    }
    this.#failures = 0;
    return this.#skipping ? this.#skip(this.#page) : this.#forwardPage(this.#page);
  }

  #start({ tenant, api_key }: Me): string | undefined {
    const { stateFileFor: placeOf, from, output, url, randomSecret } = this.#deps;
    if (!READ_SCOPES.some((scope) => api_key.scopes.includes(scope)))
      return `The key sees no events: it has none of the scopes ${READ_SCOPES.join(', ')}.`;
    // It becomes part of a file's name, and whoever answers here may be anyone.
    if (!Number.isSafeInteger(tenant.id) || tenant.id < 1)
      return 'The answer names no tenant. Check the address of the installation.';
    const file = placeOf(tenant.id);
    const saved = file.read();
    const secret = this.#deps.secret ?? saved?.secret ?? randomSecret();
    const start = from === undefined && saved ? saved : { posted: [] };
    this.#skipping = start !== saved && from !== 'beginning';
    const savedSecret = this.#deps.secret === undefined ? secret : saved?.secret;
    this.#session = { file, secret, state: { ...start, secret: savedSecret } };
    // Also before anything was posted: it may have to wait for somebody who takes it.
    if (!this.#skipping) file.write(this.#session.state);
    output.log(`Events of ${tenant.name} (tenant ${tenant.id}) go to ${url.href}`);
    if (this.#deps.secret === undefined) output.log(`They are signed with the secret ${secret}`);
    if (this.#skipping) output.log('Passing over what has happened before now …');
    return undefined;
  }

  #fetchPage(): Promise<EventPage> {
    const { tp, signal } = this.#deps;
    return Promise.resolve(
      tp.events.list({ cursor: this.#session?.state.cursor, limit: PAGE_SIZE }, { maxRetries: 0, signal }),
    );
  }

  #backOff(error: unknown): Step {
    this.#failures += 1;
    const backoff = this.#deps.signal.aborted ? undefined : backoffFor(error, this.#failures);
    if (!backoff) throw error;
    if (backoff.waitSeconds === undefined) return { stop: backoff.message };
    this.#deps.output.log(backoff.message);
    return { waitMs: backoff.waitSeconds * 1000 };
  }

  /** The feed has no name for its end: it has to be read up to there. Only the end is kept. */
  #skip(page: EventPage): Step {
    this.#skipping = page.page.has_more;
    this.#advance(page, !this.#skipping);
    return { waitMs: this.#skipping ? 0 : POLL_MS };
  }

  async #forwardPage(page: EventPage): Promise<Step> {
    const { state, file } = this.#session!;
    for (const event of page.data) {
      if (state.posted.includes(event.event_id)) continue;
      if (this.#isSelected(event)) {
        const forwarded = await forward(event, { ...this.#deps, secret: this.#session!.secret });
        if (forwarded.outcome === 'unreachable') return this.#waitForApp(forwarded.reason);
        this.#show(event, forwarded);
      }
      state.posted.push(event.event_id);
      file.write(state);
    }
    this.#advance(page, true);
    return { waitMs: page.page.has_more ? 0 : POLL_MS };
  }

  #isSelected({ event_type }: WebhookEvent): boolean {
    return this.#deps.kinds?.has(event_type) ?? true;
  }

  #waitForApp(reason: string): Step {
    const { output, url } = this.#deps;
    if (!this.#appIsDown) output.log(`Nobody takes events at ${url.href} (${reason}). Waiting …`);
    this.#appIsDown = true;
    return { waitMs: APP_POLL_MS };
  }

  #show(event: WebhookEvent, forwarded: Exclude<ForwardResult, { outcome: 'unreachable' }>): void {
    this.#appIsDown = false;
    this.#deps.output.showEvent(event, forwarded);
  }

  /** To the next page; the cursor of the feed is there at its end too. */
  #advance({ page, data }: EventPage, keep: boolean): void {
    const { file, state } = this.#session!;
    const moved = data.length > 0 || state.cursor === undefined;
    state.cursor = page.next_cursor;
    state.posted = [];
    this.#page = undefined;
    if (keep && moved) file.write(state);
  }
}
