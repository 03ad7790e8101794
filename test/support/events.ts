import { expect } from 'vitest';
import { checkEvent } from '../contract-check/check-event.ts';
import { exampleEvents } from '../contract-check/example-responses.ts';
import type { TestEnvironment } from './test-environment.ts';

export interface EmittedEvent {
  event_type: string;
  tenant_id: number;
  occurred_at: string;
  data: Record<string, unknown> & { changed_fields?: string[] };
}

/** The events of a tenant in the order they were emitted. Checks the stored bytes of each against the contract. */
export async function eventsOf({ context }: TestEnvironment, tenantId: number): Promise<EmittedEvent[]> {
  const sql = 'SELECT kind, body FROM events WHERE tenant_id = $1 ORDER BY position';
  const rows = await context.db.query<{ kind: string; body: string }>(sql, [tenantId]);
  return rows.map(({ kind, body }) => {
    const { headers } = exampleEvents.find((example) => example.kind === kind)!;
    expect(checkEvent(headers, body)).toEqual([]);
    return JSON.parse(body) as EmittedEvent;
  });
}

/** The same events as lines: the kind, followed by the changed fields. */
export async function eventLinesOf(environment: TestEnvironment, tenantId: number): Promise<string[]> {
  const events = await eventsOf(environment, tenantId);
  return events.map(({ event_type, data }) => [event_type, ...(data.changed_fields ?? [])].join(' '));
}
