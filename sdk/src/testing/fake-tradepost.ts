import { ConfigurationError } from '../errors/tradepost-error.ts';
import type { RetryTiming } from '../transport/retries.ts';
import type { Runtime } from '../transport/runtime.ts';
import { contract, exampleBody } from './contract.ts';
import { exampleResponse } from './example-response.ts';
import { problemResponse } from './failures.ts';
import type { FakeRequest, FakeResponse, OperationId, Responder, RespondTo } from './fake-types.ts';
import { Memory } from './memory/memory.ts';
import { NotKnown } from './memory/table.ts';
import type { FakeOperations } from './operations.ts';
import { readRequest } from './read-request.ts';
import { checkedRows } from './rows.ts';
import { ApiProblem } from './service-rules.js';
import { operationOf, type SentRequest, type ValidRequest, validate } from './validate.ts';

/** A request that was made. */
export type FakeCall<Id extends OperationId = OperationId> = FakeRequest<Id>;

export interface FakeTradepostOptions {
  /** Refuses what the contract refuses, before your responders see it. The rows of a batch are refused one by one. */
  validate?: boolean | undefined;
  /**
   * Keeps what is created, and gives it back. It validates, too. An operation that it doesn't know answers 501, unless you answer it.
   */
  memory?: boolean | undefined;
}

const OPTIONS: readonly string[] = ['validate', 'memory'] satisfies (keyof FakeTradepostOptions)[];

/** For `new Tradepost(fake.options)`: the fake's `fetch`, and pauses that take no time. */
export interface FakeOptions {
  /** Not a real one. */
  readonly apiKey: string;
  /** An address that doesn't exist. */
  readonly baseUrl: string;
  /** The fake's. */
  readonly fetch: FakeTradepost['fetch'];
  /** Retries come at once. */
  readonly retryTiming: RetryTiming;
  /** Other pauses take no time either: they move the fake's clock on. */
  readonly runtime: Partial<Runtime>;
}

type AnyResponder = Responder<OperationId>;

const MEMBERS: readonly string[] = ['status', 'body', 'headers'] satisfies (keyof FakeResponse)[];

const isRespondTo = (responder: AnyResponder): responder is RespondTo<OperationId> =>
  typeof responder === 'function';

/**
 * Ends after the pending I/O, so that a program which polls doesn't keep everything else from running. Test runners replace
 * setTimeout and setImmediate by fakes, which never fire by themselves; nobody replaces MessageChannel.
 */
async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
  port1.close(); // an open one keeps the process running
}

/** A clock that pauses move on, so that what waits for a time sees it come. */
function skippingClock(): Pick<Runtime, 'now' | 'sleep'> {
  let skippedMs = 0;
  return {
    now: () => Date.now() + skippedMs,
    async sleep(ms, signal) {
      await nextTurn();
      signal?.throwIfAborted();
      skippedMs += ms;
    },
  };
}

/**
 * Tradepost for tests of your program, without a network: its `fetch` answers each operation with the contract's example
 * until you say otherwise, and records the calls.
 */
export class FakeTradepost {
  /** Every request so far, in order, retries too. */
  readonly calls: FakeCall[] = [];
  readonly #always = new Map<OperationId, AnyResponder>();
  readonly #next = new Map<OperationId, AnyResponder[]>();
  readonly #validates: boolean;
  #memory: Memory | undefined;

  constructor(options: FakeTradepostOptions = {}) {
    const unknown = Object.keys(options ?? { null: 0 }).find((name) => !OPTIONS.includes(name));
    if (unknown !== undefined)
      throw new ConfigurationError(`FakeTradepost has no option ${unknown}, only ${OPTIONS.join(' and ')}.`);
    this.#memory = options.memory ? new Memory() : undefined;
    this.#validates = options.validate === true || this.#memory !== undefined;
  }

  /** For the option `fetch` of the client, or instead of the global one. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { request, sent } = await readRequest(new Request(input, init));
    request.signal.throwIfAborted();
    this.calls.push(request);
    try {
      const asNew = this.#memory === undefined;
      const valid = this.#validates
        ? validate(operationOf(request.operation), { ...sent, asNew })
        : undefined;
      const responder = this.#next.get(request.operation)?.shift() ?? this.#always.get(request.operation);
      if (responder) return await respond(responder, request);
      if (this.#memory) return remembered(this.#memory, request, sent, valid!);
      return exampleResponse(request, { body: valid && checkedRows(request, valid) });
    } catch (error) {
      if (error instanceof ApiProblem) return problemResponse(error);
      if (error instanceof NotKnown) return error.response();
      throw error;
    }
  };

  /** Options of a client that uses the fake. Add your own: `new Tradepost({ ...fake.options, maxRetries: 0 })`. */
  readonly options: FakeOptions = {
    apiKey: 'tp_fake',
    baseUrl: 'https://tradepost.test',
    fetch: this.fetch,
    // Without an end to retries: the pauses that take no time count in full.
    retryTiming: { minTimeout: 0, maxTimeout: 0, randomize: false, maxRetryTime: Infinity },
    runtime: skippingClock(),
  };

  /** Answers the operation from now on: a status and body, a function of the request, or a failure. */
  on<Id extends OperationId>(operation: Id, responder: Responder<Id>): this {
    this.#always.set(checkOperation(operation), checkResponder(operation, responder as AnyResponder));
    return this;
  }

  /** Answers the next call of the operation. Several are used one after the other; then `on` or the example applies. */
  once<Id extends OperationId>(operation: Id, responder: Responder<Id>): this {
    const waiting = this.#next.get(checkOperation(operation)) ?? [];
    this.#next.set(operation, [...waiting, checkResponder(operation, responder as AnyResponder)]);
    return this;
  }

  /** The calls of one operation, typed. */
  callsOf<Id extends OperationId>(operation: Id): FakeCall<Id>[] {
    checkOperation(operation);
    return this.calls.filter((call) => call.operation === operation) as unknown as FakeCall<Id>[];
  }

  /** A copy of the contract's example of the result, to change and to answer with. */
  example<Id extends OperationId>(operation: Id): FakeOperations[Id]['result'] {
    const [positions = []] = Object.values(contract.operations[checkOperation(operation)].bodies);
    return exampleBody(positions[0] ?? -1) as FakeOperations[Id]['result'];
  }

  /** Forgets all calls, responders and what the memory has. */
  reset(): void {
    if (this.#memory) this.#memory = new Memory();
    this.calls.length = 0;
    this.#always.clear();
    this.#next.clear();
  }
}

function checkOperation<Id extends OperationId>(operation: Id): Id {
  if (Object.hasOwn(contract.operations, operation)) return operation;
  throw new ConfigurationError(`The contract has no operation ${operation}.`);
}

/** Not by the client's checkNames: a file that both entries import delays the import of the client. */
function checkResponder(operation: OperationId, responder: AnyResponder): AnyResponder {
  if (isRespondTo(responder) || responder instanceof Response) return responder;
  if (typeof (responder ?? '') !== 'object' || Array.isArray(responder))
    throw new ConfigurationError(
      `The response of ${operation} is ${JSON.stringify(responder)}. Pass an object with status, body or headers, a Response, or a function.`,
    );
  const unknown = Object.keys(responder).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError(`A response has no ${unknown}, only ${MEMBERS.join(', ')}.`);
  return responder;
}

/** What the memory makes of a valid request. */
function remembered(memory: Memory, request: FakeRequest, sent: SentRequest, valid: ValidRequest): Response {
  const { operation, method, path, params, headers } = request;
  const response = memory.respond(
    {
      ...{ operation, params: params as never, query: valid.query, body: valid.body as never },
      ...{ ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] },
    },
    method === 'POST' ? headers['idempotency-key'] : undefined,
    { method, path, body: sent.body },
  );
  if (response.status === 304) return new Response(null, { status: 304, headers: response.headers });
  return exampleResponse(request, response as FakeResponse);
}

async function respond(responder: AnyResponder, request: FakeRequest): Promise<Response> {
  const given = isRespondTo(responder) ? await call(responder, request) : responder;
  // A copy, because a body is read once and this may answer many calls.
  return given instanceof Response
    ? given.clone()
    : exampleResponse(request, checkResponder(request.operation, given) as FakeResponse);
}

/** What it throws goes to the test, unless it's what `fetch` throws. The client unwraps it. */
async function call(respondTo: RespondTo<OperationId>, request: FakeRequest) {
  try {
    return await respondTo(request);
  } catch (error) {
    const isFetchs = error instanceof TypeError && error.message === 'fetch failed';
    if (isFetchs || request.signal.aborted || error instanceof ConfigurationError) throw error;
    throw new ConfigurationError(`The responder of ${request.operation} threw.`, { cause: error });
  }
}
