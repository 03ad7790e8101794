export interface Plan {
  readonly api_enabled: boolean;
  readonly webhooks_enabled: boolean;
  readonly api_rate_limit_rpm: number;
  /** Of rows, documents, events, deliveries and stored responses. */
  readonly stored_bytes_limit: number;
}

/** A shop with 1 000 orders a day adds some 4 GB of rows a year, and has 1 GB of events at a time. */
const GB = 1_000_000_000;

/** Rate limits are counted in windows of one minute. */
export const RATE_WINDOW_SECONDS = 60;

/** 50 requests a millisecond: beyond what a process serves, so it's a slip. */
export const MAX_RATE_LIMIT = 1_000_000;

/** A plan's values are copied to each tenant, so that an operator can change them for one tenant. */
export const PLANS = {
  Basic: { api_enabled: true, webhooks_enabled: true, api_rate_limit_rpm: 60, stored_bytes_limit: 5 * GB },
  Pro: { api_enabled: true, webhooks_enabled: true, api_rate_limit_rpm: 300, stored_bytes_limit: 50 * GB },
  Enterprise: {
    api_enabled: true,
    webhooks_enabled: true,
    api_rate_limit_rpm: 3000,
    stored_bytes_limit: 500 * GB,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;

export const isPlan = (name: string): name is PlanName => Object.hasOwn(PLANS, name);

/** Which of a tenant's values aren't those of its plan. */
export function ownValueNames({ plan, ...values }: Plan & { readonly plan: string }): (keyof Plan)[] {
  if (!isPlan(plan)) return [];
  const usual: Plan = PLANS[plan];
  return (Object.keys(usual) as (keyof Plan)[]).filter((name) => values[name] !== usual[name]);
}
