export type { EventKey } from '../stores/event-store.ts';
export type { Queryable } from '../stores/postgres-transaction.ts';
export { type GaveUpEvent, type GaveUpPage, postgresInbox, type WebhookInbox } from './inbox.ts';
export type { InboxRunOptions, RetryDelays } from './run-options.ts';
export { CREATE_TABLE } from './statements.ts';
