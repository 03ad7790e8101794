import type { EventPage, Me } from '../../../generated/sdk-types.ts';
import type { Tradepost } from '../client/client.ts';
import type { WebhookEvent } from '../webhooks/verification/events.ts';
import { backoffFor } from './backoff.ts';
import { type ForwardResult, forward } from './forward.ts';
import type { Output } from './output.ts';
import type { ListenState, StateFile } from './state-file.ts';

const PAGE_SIZE = 100; // an event can be 10 kB
const POLL_MS = 3_000; // 20 requests a minute: a third of the smallest plan's limit
const APP_POLL_MS = 1_000; // between attempts to reach the local app
const READ_SCOPES = ['orders.read', 'customers.read', 'products.read'];

/** How long to wait before the next tick, or why to stop. */
export type Step = { waitMs: number } | { stop: string };

export interface ListenerDeps {
  tp: Pick<Tradepost, 'me' | 'events'>;
  url: URL;
  /** Undefined: all. */
  eventTypes: ReadonlySet<string> | undefined;
  from: 'now' | 'beginning' | undefined;
  /** Undefined: one is generated and saved. */
  secret: string | undefined;
  randomSecret: () => string;
  stateFileFor: (tenantId: number) => StateFile;
  output: Output;
  fetch: typeof fetch;
  /** Milliseconds. */
  now: () => number;
  signal: AbortSignal;
}

/** Reads the event feed and posts each event to the app. The caller decides when each round runs. */
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

  /** One round: forwards a page of events, as long as the app is reachable. Throws if it is aborted. */
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
    const { stateFileFor, from, output, url, randomSecret } = this.#deps;
    if (!READ_SCOPES.some((scope) => api_key.scopes.includes(scope)))
      return `The key can't read events: it has none of the scopes ${READ_SCOPES.join(', ')}.`;
    // The id becomes part of a file name, and the server at this address could be anyone's.
    if (!Number.isSafeInteger(tenant.id) || tenant.id < 1)
      return 'The response has no tenant id. Check --base-url.';
    const file = stateFileFor(tenant.id);
    const saved = file.read();
    const secret = this.#deps.secret ?? saved?.secret ?? randomSecret();
    const start = from === undefined && saved ? saved : { posted: [] };
    this.#skipping = start !== saved && from !== 'beginning';
    const savedSecret = this.#deps.secret === undefined ? secret : saved?.secret;
    this.#session = { file, secret, state: { ...start, secret: savedSecret } };
    // Written before anything is posted too, because it may have to wait for the app.
    if (!this.#skipping) file.write(this.#session.state);
    output.log(`Forwarding events of ${tenant.name} (tenant ${tenant.id}) to ${url.href}`);
    if (this.#deps.secret === undefined) output.log(`The signing secret is ${secret}`);
    if (this.#skipping) output.log('Skipping past events …');
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

  /** The feed has no cursor for "now", so it is read to its end. Only the cursor there is saved. */
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
        const result = await forward(event, { ...this.#deps, secret: this.#session!.secret });
        if (result.outcome === 'unreachable') return this.#waitForApp(result.reason);
        this.#show(event, result);
      }
      state.posted.push(event.event_id);
      file.write(state);
    }
    this.#advance(page, true);
    return { waitMs: page.page.has_more ? 0 : POLL_MS };
  }

  #isSelected({ event_type }: WebhookEvent): boolean {
    return this.#deps.eventTypes?.has(event_type) ?? true;
  }

  #waitForApp(reason: string): Step {
    const { output, url } = this.#deps;
    if (!this.#appIsDown) output.log(`Nothing is listening at ${url.href} (${reason}). Waiting …`);
    this.#appIsDown = true;
    return { waitMs: APP_POLL_MS };
  }

  #show(event: WebhookEvent, result: Exclude<ForwardResult, { outcome: 'unreachable' }>): void {
    this.#appIsDown = false;
    this.#deps.output.showEvent(event, result);
  }

  /** Moves to the next page. The feed has a next cursor at its end too. */
  #advance({ page, data }: EventPage, save: boolean): void {
    const { file, state } = this.#session!;
    const moved = data.length > 0 || state.cursor === undefined;
    state.cursor = page.next_cursor;
    state.posted = [];
    this.#page = undefined;
    if (save && moved) file.write(state);
  }
}
