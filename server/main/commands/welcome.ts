import type { StartedAddresses } from '../processes/child-process.ts';
import type { DemoLogin } from './demo-user.ts';
import type { CommandResult } from './print.ts';

/** What was started, for the terminal. */
export interface Started extends StartedAddresses {
  readonly demo: { readonly key: string; readonly login: DemoLogin } | undefined;
}

/** For `serve --json`. */
export const startReport = ({ address, panelAddress, healthAddress, demo }: Started): CommandResult => ({
  address: address ?? null,
  panel_address: panelAddress ?? null,
  health_address: healthAddress ?? null,
  ...demoReport(demo?.key, demo?.login),
});

export const demoReport = (key?: string, login?: DemoLogin): CommandResult => ({
  demo_key: key ?? null,
  demo_email: login?.email ?? null,
  demo_password: login?.password ?? null,
});

/** Addresses, the demo's key and login, and a first request. */
export function welcome({ address, panelAddress, demo }: Started): string {
  const panel = panelAddress === undefined ? [] : [`  Panel       ${panelAddress}`];
  if (address === undefined) return `${['Tradepost is running.', ...panel].join('\n')}\n`;
  const lines = [
    '',
    `  Tradepost   ${address}`,
    `  API         ${address}/api/v1`,
    `  Docs        ${address}/docs`,
    ...panel,
    ...(demo ? demoLines(address, panelAddress !== undefined, demo) : []),
  ];
  return `${lines.join('\n')}\n\n`;
}

const demoLines = (address: string, hasPanel: boolean, { key, login }: NonNullable<Started['demo']>) => [
  '',
  ...(hasPanel ? [`  Demo login  ${login.email}, ${passwordText(login)}`] : []),
  `  Demo key    ${key}`,
  '',
  `  Try it:     curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/products?limit=2'`,
];

const passwordText = ({ password }: DemoLogin): string =>
  password === undefined ? 'with the password that you have set' : `password ${password}`;
