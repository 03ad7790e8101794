import type { Attempt, DeliveryDetail } from '../../../webhooks/log/delivery-detail.ts';
import type { AttemptHeaders } from '../../../webhooks/send/attempt-headers.ts';
import type { Format } from '../../kit/index.ts';

/** What every part of a delivery's detail is given. */
export interface DetailProps {
  readonly delivery: DeliveryDetail;
  /** The attempt that is shown; undefined before the first one. */
  readonly attempt: Attempt | undefined;
  readonly headers: AttemptHeaders | undefined;
  readonly kept: Readonly<Record<string, string>>;
  readonly format: Format;
  readonly mayResend: boolean;
  readonly dropped: boolean;
}
