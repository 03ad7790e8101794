import type { Product } from '@tradepost/sdk';
import { expect } from 'vitest';
import {
  type EventKind,
  type OperationId,
  operationById,
  type Schemas,
} from '../../../server/base/contract.ts';
import { type EmittedEvent, eventsOf } from '../../support/events.ts';
import { stocked } from '../../support/shop.ts';
import type { TestEnvironment } from '../../support/test-environment.ts';
import { openShop, type Shop } from '../../support/trade.ts';

export interface Input {
  /** The id in the path. */
  readonly of?: number | string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A shop whose operations are called by their ids, and whose events are read as they are stored. */
export interface EventShop extends Shop {
  readonly environment: TestEnvironment;
  /** 10 in stock, for 10.00. */
  readonly product: Product;
  /** The operations that `call` and `refused` were asked for, since the last time this was emptied. */
  readonly called: Set<OperationId>;
  /** Calls an operation that has to succeed. Returns the body of the response. */
  call<Body = unknown>(operation: OperationId, input?: Input): Promise<Body>;
  /** Calls an operation that has to be refused with this code. */
  refused(code: Schemas['ProblemCode'], operation: OperationId, input?: Input): Promise<void>;
  events(kind?: EventKind): Promise<EmittedEvent[]>;
}

export async function openEventShop(environment: TestEnvironment): Promise<EventShop> {
  const shop = await openShop(environment);
  const called = new Set<OperationId>();
  const send = (operation: OperationId, { of = '', body, headers }: Input = {}): Promise<Response> => {
    called.add(operation);
    const { method, path } = operationById(operation);
    return shop.request(method.toUpperCase(), path.replace(/\{\w+\}/, String(of)), { body, headers });
  };
  return {
    ...shop,
    environment,
    called,
    product: await stocked(shop.tp, 10),
    call: async <Body>(operation: OperationId, input?: Input) => {
      const response = await send(operation, input);
      const text = await response.text();
      expect(response.ok, text).toBe(true);
      return (text === '' ? undefined : JSON.parse(text)) as Body;
    },
    refused: async (code, operation, input) => {
      const response = await send(operation, input);
      expect(await response.json()).toMatchObject({ code });
    },
    events: async (kind) =>
      (await eventsOf(environment, shop.tenantId)).filter(
        ({ event_type }) => kind === undefined || event_type === kind,
      ),
  };
}
