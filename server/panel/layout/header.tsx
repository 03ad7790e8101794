import type { VNode } from 'preact';
import { LOCALES, type Locale } from '../language/locale.ts';
import type { PanelRequest, Section, VisitorRequest } from '../route.ts';
import { words } from '../words.ts';

const TABS = [
  { section: 'api-keys', path: '/panel/keys', word: 'apiKeys' },
  { section: 'webhooks', path: '/panel/webhooks', word: 'webhooks' },
  { section: 'deliveries', path: '/panel/deliveries', word: 'deliveries' },
  { section: 'requests', path: '/panel/requests', word: 'requests' },
  { section: 'audit', path: '/panel/audit', word: 'audit' },
  { section: 'alerts', path: '/panel/alerts', word: 'alerts' },
] as const satisfies readonly { section: Section; path: string; word: keyof (typeof words)['pt'] }[];

const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { pt: 'Português', en: 'English' };

interface HeaderProps {
  readonly request: VisitorRequest | PanelRequest;
  readonly section: Section | undefined;
  /** How many open alerts the user may see. */
  readonly openAlerts: number;
}

/** The name, the tabs of whoever is logged in, and the language. */
export function Header({ request, section, openAlerts }: HeaderProps): VNode {
  return (
    <header class="top">
      <a class="brand" href="/panel">
        Tradepost
      </a>
      {'user' in request ? (
        <Tabs locale={request.locale} current={section} openAlerts={openAlerts} />
      ) : (
        <span class="grow" />
      )}
      <div class="who">
        {'user' in request ? <Who request={request} section={section} /> : null}
        <Language request={request} />
      </div>
    </header>
  );
}

/** Screen readers hear "2 open alerts" rather than a bare number. */
const Count = ({ locale, count }: { locale: Locale; count: number }): VNode => (
  <>
    {' '}
    <span class="count" aria-hidden="true">
      {count}
    </span>
    <span class="visually-hidden">{words[locale].openAlerts(count)}</span>
  </>
);

interface TabsProps {
  readonly locale: Locale;
  readonly current: Section | undefined;
  readonly openAlerts: number;
}

function Tabs({ locale, current, openAlerts }: TabsProps): VNode {
  return (
    <nav class="tabs" aria-label={words[locale].navigation}>
      {TABS.map(({ section, path, word }) => (
        <a key={section} href={path} aria-current={section === current ? 'page' : undefined}>
          {words[locale][word]}
          {section === 'alerts' && openAlerts > 0 ? <Count locale={locale} count={openAlerts} /> : null}
        </a>
      ))}
    </nav>
  );
}

function Who({ request, section }: { request: PanelRequest; section: Section | undefined }): VNode {
  const { tenant, user, locale } = request;
  return (
    <>
      <span class="tenant">{tenant.name}</span>
      <a href="/panel/account" aria-current={section === 'account' ? 'page' : undefined}>
        {user.name || user.email}
      </a>
      <form method="post" action="/panel/logout">
        <button type="submit" class="link">
          {words[locale].logOut}
        </button>
      </form>
    </>
  );
}

/** One button: the other language. */
function Language({ request: { locale, path, query, method } }: { request: VisitorRequest }): VNode {
  const other = LOCALES.find((each) => each !== locale)!;
  const text = query.toString();
  const back = method === 'get' ? `${path}${text && `?${text}`}` : '/panel';
  return (
    <form method="post" action="/panel/language">
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        class="link"
        name="locale"
        value={other}
        lang={other === 'pt' ? 'pt-BR' : 'en'}
        title={LANGUAGE_NAMES[other]}
      >
        {other.toUpperCase()}
      </button>
    </form>
  );
}
