import { RowReference } from './body-value.ts';
import { checkOutcome } from './check-outcome.ts';
import { followUp } from './follow-up.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { resolveReference } from './known-rows.ts';
import { noteRows } from './note-rows.ts';
import { operationById } from './operations.ts';
import { headOf, sendRaw } from './raw-transport.ts';
import type { RoundTrip } from './round-trip.ts';
import { sendBySdk } from './sdk-transport.ts';
import type { Service } from './service.ts';
import type { FuzzTenant } from './tenant.ts';
import { type Surroundings, toWire, type WireRequest } from './wire-request.ts';
import { describeWrites } from './write-log.ts';

/** Sends requests for one tenant, one at a time, and checks each. */
export class Session {
  readonly tenant: FuzzTenant;
  readonly #service: Service;
  readonly #around: Surroundings;

  constructor(service: Service, tenant: FuzzTenant, stranger: FuzzTenant) {
    this.#service = service;
    this.tenant = tenant;
    this.#around = {
      host: `127.0.0.1:${service.port}`,
      key: tenant.key,
      lookup: (reference) => resolveReference(reference, tenant.rows, stranger.rows),
      etag: (path) => {
        const named = path.find((part) => part instanceof RowReference);
        const row = named && tenant.rows.find(named);
        return row && (row.etag ?? `"${row.version}"`);
      },
    };
  }

  /** Sends the request and, if it succeeded, its follow-up. */
  async exchange(request: FuzzRequest): Promise<RoundTrip[]> {
    const first = await this.#once(request, toWire(request, this.#around), checkOutcome);
    const next = first.violations.length === 0 ? followUp(first) : undefined;
    return next ? [first, await this.#once(request, next.wire, next.check)] : [first];
  }

  async #once(request: FuzzRequest, wire: WireRequest, check: typeof checkOutcome): Promise<RoundTrip> {
    const bytes = request.transport === 'raw' ? rawBytes(request, wire) : undefined;
    const sent = await this.#send(request, wire, bytes).catch((error: unknown) => ({ error }));
    const writes = await this.tenant.writes.next();
    if ('error' in sent) {
      const violations = [
        `${sent.error}`,
        ...(writes.length > 0 ? [`wrote: ${describeWrites(writes)}`] : []),
      ];
      return { request, wire, bytes, response: undefined, writes, violations };
    }
    const { answer: response } = sent;
    const violations = [...sent.violations, ...check({ request, wire, response: response, writes })];
    if (response && !request.protocolForm)
      noteRows(operationById.get(request.operationId)!, wire.target, response, this.tenant.rows);
    return { request, wire, bytes, response: response, writes, violations };
  }

  async #send(request: FuzzRequest, wire: WireRequest, bytes: Uint8Array | undefined) {
    if (bytes === undefined) return sendBySdk(this.#service.address, this.tenant.key('full', ''), wire);
    const { method } = wire;
    const endsEarly = request.endsEarly?.(wire.body ?? new Uint8Array()) ?? false;
    const options = { method, endsEarly, oneResponse: request.protocolForm === undefined };
    return { answer: await sendRaw(this.#service.port, bytes, options), violations: [] };
  }
}

function rawBytes(request: FuzzRequest, wire: WireRequest): Uint8Array {
  const head = headOf(wire);
  const body = wire.body ?? new Uint8Array();
  return request.encodeRequest?.(head, body) ?? Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
