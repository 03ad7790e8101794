import { distribute } from '../../../server/db/migrate/distribute.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { createCitusDatabase, type OwnCluster, startCluster } from '../../citus/cluster.ts';
import { type Killable, killBackendOf } from './database.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A cluster of Citus that only this run uses: each of its machines can be killed, the coordinator, too. */
export class KillableCluster implements Killable {
  readonly isCluster = true;
  readonly url: string;
  readonly #cluster: OwnCluster;
  #isCoordinatorUp = true;

  private constructor(url: string, cluster: OwnCluster) {
    this.url = url;
    this.#cluster = cluster;
  }

  static async start(): Promise<KillableCluster> {
    const cluster = await startCluster();
    const url = await createCitusDatabase(cluster.urls, 'tradepost_chaos');
    await migrate(url);
    await distribute(url);
    return new KillableCluster(url, cluster);
  }

  get port(): number | undefined {
    return this.#isCoordinatorUp ? Number(new URL(this.url).port) : undefined;
  }

  async killServer(random: SeededRandom): Promise<void> {
    const machine = random.below(this.#cluster.urls.length);
    if (machine === 0) this.#isCoordinatorUp = false;
    await this.#cluster.kill(machine);
    await this.#cluster.restart(machine);
    this.#isCoordinatorUp = true;
  }

  killBackend(random: SeededRandom): Promise<boolean> {
    return killBackendOf(this.url, random);
  }

  stop(): Promise<void> {
    return this.#cluster.close();
  }
}
