import { deriveKey } from '../../server/base/secrets/secret-box.ts';
import { ConsistencyTokens } from '../../server/db/replicas/consistency-tokens.ts';
import { SECRET_KEY } from './test-environment.ts';

/** As every process of a test environment has them. */
export const consistencyTokens = (): ConsistencyTokens =>
  new ConsistencyTokens(deriveKey(SECRET_KEY, 'consistency tokens'));
