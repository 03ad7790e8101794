/** What staff are told about an endpoint, as of when the alert was opened. Times are RFC 3339. */
export interface EndpointDetails {
  readonly description: string;
  readonly failingSince: string;
  readonly deactivatedAt: string | null;
  /** Why it was deactivated. Missing in alerts that were opened before it was kept: for `failing`. */
  readonly reason?: 'staff' | 'failing' | 'gone' | null;
  /** The first delivery that fails for good after this time deactivates the endpoint. */
  readonly deactivationDue: string;
  /** Of the last attempt: `refused`, `timeout`, `connection` or `address`. */
  readonly outcome: string | null;
  readonly responseStatus: number | null;
  /** An error code, or why the address is blocked. Missing in alerts that were opened before it was kept. */
  readonly detail?: string | null;
  /** Of its response, the lines that say what it means. Missing in alerts that were opened before they were kept. */
  readonly responseHeaders?: string | null;
}

/** What staff are told about an endpoint that gets its events late. */
export interface LateDetails {
  readonly description: string;
  /** When the delivery was due that had waited longest. RFC 3339. */
  readonly dueSince: string;
}

/** What staff are told about a key, as of when the alert was opened. Times are RFC 3339. */
export interface KeyDetails {
  readonly prefix: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

/** What staff are told about their data, as of when the alert was opened. */
export interface StorageDetails {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** The alert's kind decides which. */
export type AlertDetails = EndpointDetails | LateDetails | KeyDetails | StorageDetails;
