import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventsOf } from '../../support/events.ts';
import { expectSame, surplusesOf } from '../../support/order-model/expect-same.ts';
import { openModelShop } from '../../support/order-model/model-shop.ts';
import { OrderModel } from '../../support/order-model/order-model.ts';
import { type Step, steps } from '../../support/order-model/steps.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { RequestRefused } from '../../support/trade.ts';

const environment = sharedEnvironment();
/** Other sequences of 15 to 40 steps in each run; 10 take about 3 s. Nightly runs set many more. */
const RUNS = Number(process.env.TRADEPOST_MODEL_RUNS ?? 10);
const MS_PER_RUN = 30_000;

const refusalOf = ({ code, message }: RequestRefused): string => code ?? message;
/** The status of each row of a batch; undefined for other responses. */
const rowsOf = (response: unknown): unknown =>
  Array.isArray(response) ? response.map(({ status }: { status: number }) => status) : undefined;

/** Whether a step needs an order while there is none. */
const isAboutNone = (step: Step, { orders }: OrderModel): boolean => 'order' in step && orders.length === 0;

it('keeps orders, stock, discounts, money and events equal to the model through any sequence of steps', {
  timeout: RUNS * MS_PER_RUN,
}, async () => {
  const runs = fc.asyncProperty(steps, async (sequence) => {
    const [shop, model] = [await openModelShop(environment()), new OrderModel()];
    const events: string[] = [];
    for (const step of sequence) {
      if (isAboutNone(step, model)) continue;
      const cents = 'cents' in step ? model.amountOf(step) : 0;
      const want = model.take(step);
      const got = await shop.request(step, cents).then(rowsOf, refusalOf);
      expect(got, JSON.stringify(step)).toEqual(want.refusal ?? want.rows);
      events.push(...want.events, ...model.confirmed(await surplusesOf(environment(), shop)));
      await expectSame(environment(), shop, model, events);
    }
    await eventsOf(environment(), shop.tenantId); // checks every event against the contract
  });
  // A failure prints its seed and path, and the shortest sequence that still fails. Looking for it ends before
  // the test's own limit, which would print nothing.
  const interruptAfterTimeLimit = RUNS * MS_PER_RUN * 0.8;
  await fc.assert(runs, { numRuns: RUNS, interruptAfterTimeLimit, markInterruptAsFailure: true });
});
