/** What an event is about, as its data begins: `"data":{"order_id":5001,`. */
export interface EventSubject {
  readonly type: 'order' | 'customer' | 'product';
  readonly id: number;
}

const SUBJECT = /"data":\{"(order|customer|product)_id":(\d+)/;

/** Reads the subject from the first characters of an envelope, so that a list needn't load every body. */
export function subjectOf(envelope: string): EventSubject | undefined {
  const [, type, id] = SUBJECT.exec(envelope) ?? [];
  return type === undefined ? undefined : { type: type as EventSubject['type'], id: Number(id) };
}
