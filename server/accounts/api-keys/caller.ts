/** The tenant and the key that the request was authenticated with. */
export interface Caller {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly plan: string;
  readonly currency: string;
  readonly rateLimitRpm: number;
  readonly apiKeyId: number;
  readonly apiKeyName: string;
  readonly keyPrefix: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}
