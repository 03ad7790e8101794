import { expect, it } from 'vitest';
import { loggedIn, PASSWORD, type PanelReply, Visitor } from '../support/panel.ts';
import { openSampleShop } from '../support/panel-sample.ts';
import { useTestEnvironment } from '../support/test-environment.ts';
import { captureLog } from '../support/webhook-fixtures.ts';
import { looks } from './looks.ts';
import { pathOf, ROWS, type RouteRow } from './route-rows.ts';

const KEY = /tp_[0-9A-Za-z]{38}/g;
/** An endpoint's secret: 64 letters and digits. In an attribute it isn't one, but the hash of a file. */
const SECRET = /(?<=[>\s=])[0-9A-Za-z]{64}(?=[<\s])/g;

it('no password, session, key or secret is in the log or in a URL, whatever staff do', async () => {
  const { lines, log } = captureLog();
  const environment = await useTestEnvironment({ overrides: { log } });
  const sample = await openSampleShop(environment);
  const visitor = await loggedIn(environment.baseUrl, sample.users.both);
  const secrets = new Set([PASSWORD, encodeURIComponent(PASSWORD), sample.shop.key]);
  const places: string[] = [];
  let shownOnce = 0;

  const note = ({ text, location, headers }: PanelReply): void => {
    for (const shown of [...text.matchAll(KEY), ...text.matchAll(SECRET)]) secrets.add(shown[0]);
    // The other language's button would lead to another page, and what is shown once would be gone.
    const isOnce = text.includes('class="once"');
    shownOnce += Number(isOnce);
    expect(isOnce && text.includes('action="/panel/language"')).toBe(false);
    places.push(location ?? '', headers.get('HX-Redirect') ?? '', headers.get('HX-Push-Url') ?? '');
    places.push(...[...text.matchAll(/(?:href|src|action|hx-\w+)="([^"]*)"/g)].map(([, url]) => url!));
    for (const value of visitor.cookies.values()) if (value.length > 30) secrets.add(value);
  };
  for (const look of looks(sample)) {
    const who = look.user ? visitor : new Visitor(environment.baseUrl);
    note(await (look.post ? who.post(look.path, look.post) : who.get(look.path)));
  }
  // What deletes comes last, and the log-out ends the session.
  const isLast = ({ path, endsSession }: RouteRow): boolean =>
    endsSession === true || /delete|log(in|out)/.test(path);
  const posts = ROWS.filter(({ method }) => method === 'post').toSorted(
    (a, b) => Number(isLast(a)) - Number(isLast(b)),
  );
  for (const row of posts) note(await visitor.post(pathOf(row, sample), row.form?.(sample)));

  // The password, its encoded form, the API's key and the session, and an endpoint's secret, which two POSTs show.
  expect(secrets.size).toBeGreaterThanOrEqual(6);
  expect(shownOnce).toBeGreaterThan(0);
  const logged = lines.join('');
  expect(logged.includes('/webhooks/:id/secret'), 'the log has the requests').toBe(true);
  for (const secret of secrets) {
    expect(logged.includes(secret), `the log has ${secret.slice(0, 4)}…`).toBe(false);
    expect(
      places.filter((place) => place.includes(secret)),
      `a URL has ${secret.slice(0, 4)}…`,
    ).toEqual([]);
  }
});
