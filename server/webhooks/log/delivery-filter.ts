export const DELIVERY_STATUSES = ['PENDING', 'RETRYING', 'SUCCESS', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * What a list can be filtered by. A delivery that is PENDING or RETRYING is HELD while its endpoint is inactive: it stays in
 * the queue, and no worker claims it before the endpoint is activated. The filters PENDING and RETRYING leave it out. One that is FAILED
 * is DROPPED if it was taken out of the queue when its endpoint was deleted, in the middle of its attempts: that isn't the last one's
 * doing. FAILED leaves it out.
 */
export const LIST_STATUSES = [...DELIVERY_STATUSES, 'HELD', 'DROPPED'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** Which deliveries a list shows. The conditions can be combined in any way. */
export interface DeliveryFilter {
  readonly status?: ListStatus;
  /** Attempts of one round, by which DROPPED is told from FAILED. Without it FAILED has both. */
  readonly maxAttempts?: number;
  readonly kind?: string;
  readonly endpointId?: number;
  /** Created from this time on, RFC 3339. */
  readonly from?: string;
  /** Created before this time, RFC 3339. */
  readonly until?: string;
  readonly eventId?: string;
  /** The order that the event is about. */
  readonly orderId?: number;
  /** The request that caused the event. */
  readonly requestId?: string;
}

/** A delivery's position in the list, newest first. */
export interface DeliveryPosition {
  /** RFC 3339 with milliseconds, as it's stored. */
  readonly createdAt: string;
  readonly id: string;
}
