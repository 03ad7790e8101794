import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

// What the files of deploy/ start, read from them.

export interface Started {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Paths that a probe asks for. */
  readonly probes: readonly string[];
  /** How long it may take to stop. Then it's killed. */
  readonly stopSeconds: number;
}

const file = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
const seconds = (text: string | number | undefined): number => Number.parseInt(String(text), 10);
const firstGroup = (text: string, pattern: RegExp): string => pattern.exec(text)![1]!;

const pairs = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));

const DOCKERFILE = file('Dockerfile');
export const IMAGE = {
  entrypoint: JSON.parse(firstGroup(DOCKERFILE, /^ENTRYPOINT (.+)$/m)) as readonly string[],
  env: pairs(firstGroup(DOCKERFILE, /^ENV (.+)$/m)),
  healthPath: firstGroup(DOCKERFILE, /^HEALTHCHECK .*PORT(\/\w+)/m),
};

function unit(): Started {
  const text = file('systemd/tradepost.service');
  const [node, cli, ...args] = firstGroup(text, /^ExecStart=(.+)$/m).split(' ');
  if (node !== '/usr/bin/node' || cli !== '/opt/tradepost/dist/server/cli.js')
    throw new Error('another program');
  return {
    ...{ name: 'systemd', args, probes: ['/healthz', '/readyz'] },
    env: pairs(firstGroup(text, /^Environment=(.+)$/m)),
    stopSeconds: seconds(firstGroup(text, /^TimeoutStopSec=(.+)$/m)),
  };
}

interface Service {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
}

function services(): Started[] {
  const all = (parse(file('compose.yaml'), { merge: true }) as { services: Record<string, Service> })
    .services;
  return Object.entries(all)
    .filter(([, { image }]) => image === 'tradepost')
    .map(([name, { command, environment, stop_grace_period }]) => ({
      ...{ name: `compose ${name}`, args: command, env: { ...IMAGE.env, ...environment } },
      ...{ probes: [IMAGE.healthPath, '/readyz'], stopSeconds: seconds(stop_grace_period) },
    }));
}

type Probes = Readonly<
  Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string } }>
>;
interface Deployment {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly [Probes & { readonly args: readonly string[] }];
      };
    };
  };
}

function deployments(): Started[] {
  const { configMapGenerator } = parse(file('kubernetes/kustomization.yaml')) as {
    configMapGenerator: [{ literals: string[] }];
  };
  const env = { ...IMAGE.env, ...pairs(configMapGenerator[0].literals.join('\n')) };
  return ['api', 'worker']
    .flatMap((name) =>
      parseAllDocuments(file(`kubernetes/${name}.yaml`)).map((each) => each.toJS() as Deployment),
    )
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      const { args, startupProbe, livenessProbe, readinessProbe } = containers[0];
      const probes = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
      return {
        name: `kubernetes ${metadata.name}`,
        args,
        env,
        probes,
        stopSeconds: terminationGracePeriodSeconds,
      };
    });
}

export const STARTED: readonly Started[] = [unit(), ...services(), ...deployments()];
