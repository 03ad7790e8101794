import { fileURLToPath } from 'node:url';

/** A program that checks files of deploy/. */
export interface Linter {
  readonly command: readonly [string, ...string[]];
  /** The command that installs it. Undefined: neither npm nor Debian has it, so it runs only where somebody has installed it. */
  readonly install: string | undefined;
  /** Whether its output is about a mistake, although it exits with 0. */
  readonly hasComplained?: (output: string) => boolean;
}

/** Files that linters need and the repository doesn't have. */
export interface Scratch {
  /** The dashboard's queries as rules. */
  readonly queries: string;
  /** The variables that compose.yaml requires. */
  readonly env: string;
  /** The unit with the Node of this machine, which may be elsewhere. */
  readonly unit: string;
}

const bin = (name: string): string => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const fromNpm = (...command: Linter['command']): Linter => ({
  command,
  install: 'npm ci --ignore-scripts --prefix test/deploy',
});
const fromDebian = (name: string, ...command: Linter['command']): Linter => ({
  command,
  install: `apt-get install --no-install-recommends ${name}`,
});
const optional = (...command: Linter['command']): Linter => ({ command, install: undefined });

/** `.ci/run` installs Debian's packages. */
export const lintersFor = ({ queries, env, unit }: Scratch): readonly Linter[] => [
  fromDebian('prometheus', 'promtool', 'check', 'rules', 'deploy/prometheus/rules.yaml', queries),
  fromDebian('haproxy', 'haproxy', '-c', '-f', 'deploy/haproxy/haproxy.cfg'),
  fromDebian('prometheus', 'promtool', 'test', 'rules', 'deploy/prometheus/rules.test.yaml'),
  fromNpm(bin('dclint'), '-c', 'test/deploy/dclint.yaml', '--max-warnings', '0', 'deploy/compose.yaml'),
  fromDebian(
    'docker-compose',
    ...(['docker-compose', '-f', 'deploy/compose.yaml', '--env-file', env, 'config', '--quiet'] as const),
  ),
  fromNpm(bin('dockerfile-utils'), 'lint', 'deploy/Dockerfile'),
  // It only warns of unknown keys and wrong values, and of those in units of the machine.
  {
    ...fromDebian('systemd', 'systemd-analyze', 'verify', unit),
    hasComplained: (output) => output.includes(unit),
  },
  fromDebian('kubernetes-client', 'kubectl', 'kustomize', 'deploy/kubernetes'),
  fromNpm(process.execPath, '--import', 'tsx', 'test/deploy/check-manifests.ts'),
  optional('hadolint', 'deploy/Dockerfile'),
  optional('kubeconform', '-strict', 'deploy/kubernetes/api.yaml', 'deploy/kubernetes/worker.yaml'),
  optional('kube-linter', 'lint', 'deploy/kubernetes'),
  optional('dashboard-linter', 'lint', 'deploy/grafana/dashboard.json'),
];
