export const DELIVERY_STATUSES = ['PENDING', 'RETRYING', 'SUCCESS', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Which deliveries a list shows. The conditions can be combined in any way. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus;
  readonly kind?: string;
  readonly endpointId?: number;
  /** Created from this time on, RFC 3339. */
  readonly from?: string;
  /** Created before this time, RFC 3339. */
  readonly until?: string;
  readonly eventId?: string;
  /** The order that the event is about. */
  readonly orderId?: number;
}

/** A delivery's position in the list, newest first. */
export interface DeliveryPosition {
  /** RFC 3339 with milliseconds, as it's stored. */
  readonly createdAt: string;
  readonly id: string;
}
