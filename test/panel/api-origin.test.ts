import { expect, it } from 'vitest';
import { apiOrigin } from '../../server/panel/request/api-origin.ts';
import type { PanelDeps } from '../../server/panel/request/route.ts';
import { CONSOLE, PANEL, type Site } from '../../server/panel/session/site.ts';

const ORIGIN = 'https://panel.example.com:8443';
const OWN = { host: '127.0.0.1', port: 8443 };

it.each<[name: string, settings: { apiUrl?: string; panel?: object; site?: Site }, expected: string]>([
  ['is at the address of the panel', {}, ORIGIN],
  ['is where API_URL says', { apiUrl: 'https://api.example.com/', panel: OWN }, 'https://api.example.com'],
  ['is guessed beside a panel with a port of its own', { panel: OWN }, 'https://panel.example.com:3000'],
  ['is guessed beside the console', { site: CONSOLE }, 'https://panel.example.com:3000'],
])('the API %s', (_name, settings, expected) => {
  const { site = PANEL, ...config } = { port: 3000, ...settings };
  expect(apiOrigin({ deps: { config, site } as unknown as PanelDeps, origin: ORIGIN })).toBe(expected);
});
