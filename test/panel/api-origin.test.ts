import { expect, it } from 'vitest';
import { apiOrigin } from '../../server/panel/request/api-origin.ts';
import type { PanelDeps } from '../../server/panel/request/route.ts';

const ORIGIN = 'https://panel.example.com:8443';
const PANEL = { host: '127.0.0.1', port: 8443 };

it.each([
  ['is at the address of the panel', {}, ORIGIN],
  ['is where API_URL says', { apiUrl: 'https://api.example.com/', panel: PANEL }, 'https://api.example.com'],
  ['is guessed beside a panel with a port of its own', { panel: PANEL }, 'https://panel.example.com:3000'],
])('the API %s', (_name, settings, expected) => {
  const config = { port: 3000, ...settings };
  expect(apiOrigin({ deps: { config } as unknown as PanelDeps, origin: ORIGIN })).toBe(expected);
});
