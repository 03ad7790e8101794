/** The tenant and the key that the request was authenticated with. */
export interface Caller {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly plan: string;
  readonly currency: string;
  readonly rateLimitRpm: number;
  /** Up to some seconds ago. */
  readonly storedBytes: number;
  readonly storedBytesLimit: number;
  /** Webhook endpoints that are active: each event is stored once more for each. */
  readonly endpointCount: number;
  readonly apiKeyId: number;
  readonly apiKeyName: string;
  readonly keyPrefix: string;
  /** Who made a movement, as the ledger shows it. */
  readonly actor: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}
