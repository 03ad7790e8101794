import type { RedisOptions } from 'ioredis';
import { StartError } from '../../base/environment/start-error.ts';

const PASSWORD = /WRONGPASS|NOAUTH|NOPERM|invalid password|without any password/i;
const DATABASE = /DB index is out of range/i;
const TLS = /CERT|SSL|TLS|SELF_SIGNED|LEAF_SIGNATURE|EPROTO/;

/** An error of Redis that only the operator can fix, in words. Undefined for one that may pass. */
export function redisMistake(error: Error, { host, port }: RedisOptions): StartError | undefined {
  const place = `Redis at ${host}:${port} (REDIS_URL)`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (PASSWORD.test(error.message))
    return new StartError(`${place} refuses user and password. Check them in REDIS_URL.`);
  if (DATABASE.test(error.message))
    return new StartError(`${place} doesn't have the database that REDIS_URL names.`);
  if (TLS.test(code))
    return new StartError(
      `TLS to ${place} fails (${code}). rediss:// is for a Redis with TLS, redis:// for one without.`,
    );
  return undefined;
}
