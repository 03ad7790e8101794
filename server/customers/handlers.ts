import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import type { Handler } from '../handler.ts';
import { creating, deleting, getting, updating } from '../resources/handling.ts';
import { customerResource } from './resource.ts';
import { customerList } from './store.ts';

export const listCustomers =
  ({ cursors }: Context): Handler<'listCustomers'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: customerList, cursors, tenantId: caller.tenantId, query }));

export const getCustomer: Handler<'getCustomer'> = getting(customerResource);
export const createCustomer: Handler<'createCustomer'> = creating(customerResource);
export const updateCustomer: Handler<'updateCustomer'> = updating(customerResource);
export const deleteCustomer: Handler<'deleteCustomer'> = deleting(customerResource);
