import type { Context } from '../context.ts';
import { listPage } from '../db/listing.ts';
import type { Handler } from '../handler.ts';
import { createHandler, deleteHandler, getHandler, updateHandler } from '../resources/handler-factories.ts';
import { customerResource } from './resource.ts';
import { customerList } from './store.ts';

export const listCustomers =
  ({ cursors }: Context): Handler<'listCustomers'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: customerList, cursors, tenantId: caller.tenantId, query }));

export const getCustomer: Handler<'getCustomer'> = getHandler(customerResource);
export const createCustomer: Handler<'createCustomer'> = createHandler(customerResource);
export const updateCustomer: Handler<'updateCustomer'> = updateHandler(customerResource);
export const deleteCustomer: Handler<'deleteCustomer'> = deleteHandler(customerResource);
