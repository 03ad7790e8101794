import type { Schemas } from '../../../base/contract.ts';
import { type JsonMembers, jsonObject } from '../../../db/sql/json-object.ts';

/** What numeric(15,3) holds: no balance can be more. */
export const MAX_STOCK = '999999999999.999';

type StockLevel = Schemas['StockLevel'];

/** SQL for the members of a StockLevel. trim_scale writes 12.500 as 12.5. */
export const levelMembers = (balance: string) =>
  ({
    on_hand: `trim_scale(${balance}.on_hand)`,
    reserved: `trim_scale(${balance}.reserved)`,
    available: `trim_scale(${balance}.on_hand - ${balance}.reserved)`,
  }) satisfies JsonMembers<StockLevel>;

/** SQL for the JSON text of a StockLevel. */
export const stockLevel = (balance: string) => jsonObject(levelMembers(balance));
