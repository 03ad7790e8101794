import { ConfigurationError } from '../errors/tradepost-error.ts';
import { checkItems, checkNames, checkType, checkWholeNumber } from './check-options.ts';
import { CALL_OPTIONS } from './request-options.ts';

/** What refuses options, for the files that are loaded when they are first used and import nothing of the client. */
export interface Checks {
  /** The options of a call. */
  readonly ofCalls: readonly string[];
  readonly items: typeof checkItems;
  readonly names: typeof checkNames;
  readonly type: typeof checkType;
  readonly wholeNumber: typeof checkWholeNumber;
  refuse(message: string): never;
}

export const CHECKS: Checks = {
  ofCalls: CALL_OPTIONS,
  items: checkItems,
  names: checkNames,
  type: checkType,
  wholeNumber: checkWholeNumber,
  refuse(message) {
    throw new ConfigurationError(message);
  },
};
