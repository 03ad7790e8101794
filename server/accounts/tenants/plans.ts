export interface Plan {
  readonly api_enabled: boolean;
  readonly webhooks_enabled: boolean;
  readonly api_rate_limit_rpm: number;
}

/** Rate limits are counted in windows of one minute. */
export const RATE_WINDOW_SECONDS = 60;

/** 50 requests a millisecond: beyond what a process serves, so it's a slip. */
export const MAX_RATE_LIMIT = 1_000_000;

/** A plan's values are copied to each tenant, so that an operator can change them for one tenant. */
export const PLANS = {
  Basic: { api_enabled: true, webhooks_enabled: true, api_rate_limit_rpm: 60 },
  Pro: { api_enabled: true, webhooks_enabled: true, api_rate_limit_rpm: 300 },
  Enterprise: { api_enabled: true, webhooks_enabled: true, api_rate_limit_rpm: 3000 },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;

export const isPlan = (name: string): name is PlanName => Object.hasOwn(PLANS, name);
