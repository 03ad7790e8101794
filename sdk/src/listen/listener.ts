import type { Me, Tradepost } from '../client.ts';
import type { EventPage } from '../resources/events.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import { type Forwarded, forward } from './forward.ts';
import type { Output } from './output.ts';
import { setbackOf } from './setback.ts';
import type { ListenState, StateFile } from './state-file.ts';

const PAGE = 100; // events of which each may be some 10 kB
const POLL_MS = 3_000; // 20 requests a minute: a third of what the smallest plan allows
const NOBODY_MS = 1_000; // after which it looks again whether the local app is up
const READ_SCOPES = ['orders.read', 'customers.read', 'products.read'];

/** When to go on, or why not to. */
export type Step = { waitMs: number } | { stop: string };

export interface ListenerParts {
  tp: Pick<Tradepost, 'me' | 'events'>;
  url: URL;
  kinds: ReadonlySet<string> | undefined;
  from: 'now' | 'beginning' | undefined;
  /** Undefined: one is drawn and kept. */
  secret: string | undefined;
  randomSecret: () => string;
  placeOf: (tenantId: number) => StateFile;
  output: Output;
  fetch: typeof fetch;
  /** Milliseconds. */
  now: () => number;
  signal: AbortSignal;
}

/** Reads the feed and posts what it reads, in rounds that its caller times. */
export class Listener {
  readonly #parts: ListenerParts;
  #place: { file: StateFile; state: ListenState; secret: string } | undefined;
  #skipping = false;
  #page: EventPage | undefined;
  #failures = 0;
  #nobody = false;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
  }

  /** One round: a page, as far as somebody takes its events. It throws when it is aborted. */
  async tick(): Promise<Step> {
    try {
      if (!this.#place) {
        const unfit = this.#begin(await this.#parts.tp.me({ maxRetries: 0, signal: this.#parts.signal }));
        if (unfit) return { stop: unfit };
      }
      this.#page ??= await this.#read();
    } catch (error) {
      return this.#setback(error);
    }
    this.#failures = 0;
    return this.#skipping ? this.#skip(this.#page) : this.#post(this.#page);
  }

  #begin({ tenant, api_key }: Me): string | undefined {
    const { placeOf, from, output, url, randomSecret } = this.#parts;
    if (!READ_SCOPES.some((scope) => api_key.scopes.includes(scope)))
      return `The key sees no events: it has none of the scopes ${READ_SCOPES.join(', ')}.`;
    // It becomes part of a file's name, and whoever answers here may be anyone.
    if (!Number.isSafeInteger(tenant.id) || tenant.id < 1)
      return 'The answer names no tenant. Check the address of the installation.';
    const file = placeOf(tenant.id);
    const kept = file.read();
    const secret = this.#parts.secret ?? kept?.secret ?? randomSecret();
    const start = from === undefined && kept ? kept : { posted: [] };
    this.#skipping = start !== kept && from !== 'beginning';
    const drawn = this.#parts.secret === undefined ? secret : kept?.secret;
    this.#place = { file, secret, state: { ...start, secret: drawn } };
    // Also before anything was posted: it may have to wait for somebody who takes it.
    if (!this.#skipping) file.write(this.#place.state);
    output.say(`Events of ${tenant.name} (tenant ${tenant.id}) go to ${url.href}`);
    if (this.#parts.secret === undefined) output.say(`They are signed with the secret ${secret}`);
    if (this.#skipping) output.say('Passing over what has happened before now …');
    return undefined;
  }

  #read(): Promise<EventPage> {
    const { tp, signal } = this.#parts;
    return Promise.resolve(
      tp.events.list({ cursor: this.#place?.state.cursor, limit: PAGE }, { maxRetries: 0, signal }),
    );
  }

  #setback(error: unknown): Step {
    this.#failures += 1;
    const setback = this.#parts.signal.aborted ? undefined : setbackOf(error, this.#failures);
    if (!setback) throw error;
    if (setback.waitSeconds === undefined) return { stop: setback.words };
    this.#parts.output.say(setback.words);
    return { waitMs: setback.waitSeconds * 1000 };
  }

  /** The feed has no name for its end: it has to be read up to there. Only the end is kept. */
  #skip(page: EventPage): Step {
    this.#skipping = page.page.has_more;
    this.#turn(page, !this.#skipping);
    return { waitMs: this.#skipping ? 0 : POLL_MS };
  }

  async #post(page: EventPage): Promise<Step> {
    const { state, file } = this.#place!;
    for (const event of page.data) {
      if (state.posted.includes(event.event_id)) continue;
      if (this.#wants(event)) {
        const forwarded = await forward(event, { ...this.#parts, secret: this.#place!.secret });
        if (forwarded.outcome === 'nobody') return this.#waitForSomebody(forwarded.reason);
        this.#show(event, forwarded);
      }
      state.posted.push(event.event_id);
      file.write(state);
    }
    this.#turn(page, true);
    return { waitMs: page.page.has_more ? 0 : POLL_MS };
  }

  #wants({ event_type }: WebhookEvent): boolean {
    return this.#parts.kinds?.has(event_type) ?? true;
  }

  #waitForSomebody(reason: string): Step {
    const { output, url } = this.#parts;
    if (!this.#nobody) output.say(`Nobody takes events at ${url.href} (${reason}). Waiting …`);
    this.#nobody = true;
    return { waitMs: NOBODY_MS };
  }

  #show(event: WebhookEvent, forwarded: Exclude<Forwarded, { outcome: 'nobody' }>): void {
    this.#nobody = false;
    this.#parts.output.show(event, forwarded);
  }

  /** To the next page; the cursor of the feed is there at its end too. */
  #turn({ page, data }: EventPage, keep: boolean): void {
    const { file, state } = this.#place!;
    const moved = data.length > 0 || state.cursor === undefined;
    state.cursor = page.next_cursor;
    state.posted = [];
    this.#page = undefined;
    if (keep && moved) file.write(state);
  }
}
