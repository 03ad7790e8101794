import type { VNode } from 'preact';
import { LOCALES, type Locale } from '../kit/language/locale.ts';
import { words } from '../kit/words.ts';
import type { PanelRequest, Section, VisitorRequest } from '../request/route.ts';

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
export const Header = (props: HeaderProps): VNode => (
  <header class="top">
    <a class="brand" href="/panel">
      Tradepost
    </a>
    {'user' in props.request ? (
      <Menu {...props} request={props.request} />
    ) : (
      <div class="who">
        <Language request={props.request} />
      </div>
    )}
  </header>
);

const MENU_ID = 'menu';

/**
 * In a narrow window the tabs are behind a button that says where one is. It is the browser's own popover: it opens without a
 * script, and Escape closes it. In a wide window the stylesheet shows it as a part of the header.
 */
const Menu = ({ request, section, openAlerts }: HeaderProps & { request: PanelRequest }): VNode => (
  <>
    <button type="button" class="button menu-button" popovertarget={MENU_ID}>
      <MenuName locale={request.locale} section={section} />
      {openAlerts > 0 ? <Count locale={request.locale} count={openAlerts} /> : null}
      <span aria-hidden="true">▾</span>
    </button>
    <div class="menu" id={MENU_ID} popover="auto">
      <Tabs locale={request.locale} current={section} openAlerts={openAlerts} />
      <div class="who">
        <Who request={request} section={section} />
        <Language request={request} />
      </div>
    </div>
  </>
);

function MenuName({ locale, section }: { locale: Locale; section: Section | undefined }): VNode {
  const { menu, account } = words[locale];
  if (section === undefined) return <span>{menu}</span>;
  const tab = TABS.find((each) => each.section === section);
  return (
    <span>
      <span class="visually-hidden">{menu}: </span>
      {tab ? words[locale][tab.word] : account}
    </span>
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
        {user.name !== '' && user.name !== tenant.name ? user.name : user.email}
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
