import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Scratch } from './linters.ts';

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

/** Writes the files that linters need into a folder. */
export function writeScratch(folder: string): Scratch {
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const unit = readFileSync('deploy/systemd/tradepost.service', 'utf8');
  return {
    queries: write('dashboard.yaml', JSON.stringify(queryRules())),
    env: write('env', 'POSTGRES_PASSWORD=a\nTRADEPOST_SECRET_KEY=b\n'),
    unit: write('tradepost.service', unit.replace('/usr/bin/node', process.execPath)),
  };
}

/** A dashboard's queries as recording rules, with Grafana's variables filled in. */
function queryRules(): object {
  const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as Dashboard;
  const queries = panels.flatMap(({ targets }) => targets);
  const rules = queries.map(({ expr }, i) => ({
    record: `query:${i}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, '.+'),
  }));
  return { groups: [{ name: 'dashboard', rules }] };
}
