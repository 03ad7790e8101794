import type { RequestHandler, Response } from 'express';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { contractOperations } from '../base/contract.ts';
import { onClosed } from './connection/on-closed.ts';
import { isProbe, type RequestContext, requestContext } from './request-context.ts';

/** From a cached key's smallest response to the 8 s at which PostgreSQL ends a statement, and to an export beyond it. */
const DURATION_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Series {
  readonly requests: Counter.Internal;
  readonly durations: { observe(seconds: number): void };
}

/**
 * Requests by operation and status. An operation is an `operationId` of the contract, `panel`, or `other`: documents and unknown
 * paths. So the number of series has a bound, whatever clients send. Costs 1 µs per request. Probes aren't counted: an unready
 * process would fail them each second, and a quiet one would succeed in little else.
 */
export class RequestMetrics {
  readonly #requests: Counter<'operation' | 'status'>;
  readonly #durations: Histogram<'operation' | 'status_class'>;
  readonly #series = new Map<string, Series>();
  /** A plain number per operation, because a gauge would look its labels up twice per request. */
  readonly #inFlight = new Map<string, number>(contractOperations.map(({ id }) => [id, 0]));

  readonly #onEnded: ((tenantId: number, status: number) => void) | undefined;

  /** `onEnded` is told of each request with a key. */
  constructor(registry: Registry, onEnded?: (tenantId: number, status: number) => void) {
    this.#onEnded = onEnded;
    const registers = [registry];
    this.#requests = new Counter({
      name: 'tradepost_http_requests_total',
      help: 'Requests that ended, by operation and status; `aborted` if the client left before the response was sent.',
      labelNames: ['operation', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'tradepost_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its response, by operation and class of status.',
      labelNames: ['operation', 'status_class'],
      buckets: DURATION_SECONDS,
      registers,
    });
    const inFlight = this.#inFlight;
    new Gauge({
      name: 'tradepost_http_requests_in_flight',
      help: 'Requests of the contract that this process is serving.',
      labelNames: ['operation'],
      registers,
      collect() {
        for (const [operation, count] of inFlight) this.set({ operation }, count);
      },
    });
  }

  /** Counts each request when it ends. */
  readonly countEnded: RequestHandler = (req, res, next) => {
    if (!isProbe(req.path)) onClosed(req, res, () => this.#ended(res));
    next();
  };

  /** The contract's operation is known now. */
  readonly countStarted: RequestHandler = (req, res, next) => {
    const { id } = requestContext(res).operation!;
    this.#addInFlight(id, 1);
    onClosed(req, res, () => this.#addInFlight(id, -1));
    next();
  };

  #addInFlight(operation: string, change: number): void {
    this.#inFlight.set(operation, this.#inFlight.get(operation)! + change);
  }

  #ended(res: Response): void {
    const context = requestContext(res);
    if (context.caller) this.#onEnded?.(context.caller.tenantId, res.statusCode);
    const operation = labelOf(context);
    const status = res.writableFinished ? String(res.statusCode) : 'aborted';
    const { requests, durations } = this.#seriesOf(operation, status);
    requests.inc();
    durations.observe((performance.now() - context.startedAt) / 1000);
  }

  /** prom-client checks and joins the labels each time that it is given some. */
  #seriesOf(operation: string, status: string): Series {
    const key = `${operation} ${status}`;
    const known = this.#series.get(key);
    if (known) return known;
    const status_class = status === 'aborted' ? status : `${status[0]}xx`;
    const series = {
      requests: this.#requests.labels({ operation, status }),
      durations: this.#durations.labels({ operation, status_class }),
    };
    this.#series.set(key, series);
    return series;
  }
}

const labelOf = ({ operation, panelRoute }: RequestContext): string =>
  operation?.id ?? (panelRoute === undefined ? 'other' : 'panel');
