import type { StartedAddresses } from '../processes/child-process.ts';
import type { DemoLogin } from './demo-user.ts';
import type { CommandResult } from './print.ts';

/** What was started, for the terminal. */
export interface Started extends StartedAddresses {
  readonly demo:
    | {
        readonly key: string;
        readonly login: DemoLogin;
        /** The link for the first operator, at the first start with a console. */
        readonly operatorLink: string | undefined;
      }
    | undefined;
}

/** For `serve --json`. */
export const startReport = (started: Started): CommandResult => ({
  address: started.address ?? null,
  panel_address: started.panelAddress ?? null,
  console_address: started.consoleAddress ?? null,
  health_address: started.healthAddress ?? null,
  ...demoReport(started.demo?.key, started.demo?.login),
  operator_link: started.demo?.operatorLink ?? null,
});

export const demoReport = (key?: string, login?: DemoLogin): CommandResult => ({
  demo_key: key ?? null,
  demo_email: login?.email ?? null,
  demo_password: login?.password ?? null,
});

/** Addresses, the demo's key and login, and a first request. */
export function welcome({ address, panelAddress, consoleAddress, demo }: Started): string {
  const panel = [
    ...(panelAddress === undefined ? [] : [`  Panel       ${panelAddress}`]),
    ...(consoleAddress === undefined ? [] : [`  Console     ${consoleAddress}`]),
  ];
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

const demoLines = (
  address: string,
  hasPanel: boolean,
  { key, login, operatorLink }: NonNullable<Started['demo']>,
) => [
  '',
  ...(hasPanel ? [`  Demo login  ${login.email}, ${passwordText(login)}`] : []),
  `  Demo key    ${key}`,
  ...(operatorLink === undefined
    ? []
    : [`  Operator    set a password and a second factor: ${operatorLink}`]),
  '',
  `  Try it:     curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/products?limit=2'`,
];

const passwordText = ({ password }: DemoLogin): string =>
  password === undefined ? 'with the password that you have set' : `password ${password}`;
