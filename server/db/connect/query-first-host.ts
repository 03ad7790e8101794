import { StartError } from '../../base/environment/start-error.ts';
import { CONNECT_TIMEOUT_MS } from '../wire/pg-client.ts';
import { checkConnection } from './connection-check.ts';
import { describeMistake, targetOf } from './connection-mistake.ts';
import { Hosts } from './hosts.ts';
import { isDenied } from './missing-rights.ts';
import { withClient } from './open-client.ts';
import { RESET_SEARCH_PATH } from './search-path.ts';

export interface UrlSetting {
  readonly setting: string;
  readonly url: string;
}

/**
 * Asks the first host that answers, or that takes writes; all hosts of a setting are copies of one database. A single host isn't asked
 * whether it does. Throws what isDenied as it is, and otherwise what is wrong with the first host.
 */
export async function queryFirstHost<Row extends object>(
  { setting, url }: UrlSetting,
  text: string,
  which: 'that answers' | 'that takes writes' = 'that answers',
): Promise<Row[]> {
  const hosts = new Hosts(url);
  const mustWrite = which === 'that takes writes' && hosts.count > 1;
  const options = { application_name: 'tradepost start', query_timeout: CONNECT_TIMEOUT_MS };
  const read = (each: string): Promise<Row[]> =>
    withClient(each, options, async (client) => {
      if (mustWrite) await checkConnection(client, CONNECT_TIMEOUT_MS, true);
      // In a transaction, because search_path may be what another client left behind on a pooler's connection.
      await client.query(`BEGIN; ${RESET_SEARCH_PATH}`);
      const { rows } = await client.query<Row>(text);
      await client.query('COMMIT');
      return rows;
    });
  let failure: unknown;
  const goOn = (error: unknown, each: string): boolean => {
    if (isDenied(error)) failure = error;
    else {
      const { sentence } = describeMistake(error as Error, targetOf(each, setting));
      failure ??= new StartError(`${sentence}.`, { cause: error });
    }
    return !isDenied(error);
  };
  return hosts.first(read, goOn).catch(() => {
    throw failure;
  });
}
