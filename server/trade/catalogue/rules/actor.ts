import type { Caller } from '../../../accounts/api-keys/caller.ts';

/** Who made a movement, as the ledger shows it. */
export const actorOf = ({ keyPrefix }: Pick<Caller, 'keyPrefix'>): string => `api_key:${keyPrefix}`;
