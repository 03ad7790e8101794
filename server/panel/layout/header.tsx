import { visibleKinds } from '../../webhooks/alerts/kinds.ts';
import { LANGUAGES, LOCALES } from '../kit/index.ts';
import { words } from '../kit/words.ts';
import { type Access, missingFor } from '../request/access.ts';
import type {
  ConsoleRequest,
  ConsoleTab,
  PanelRequest,
  PanelTab,
  Section,
  VisitorRequest,
} from '../request/route.ts';
import { CONSOLE } from '../session/site.ts';
import { viewingWords } from './viewing.tsx';

/** Their names are words of the kit. Whoever lacks the access doesn't see the tab; its address says what is missing. */
const PANEL_TABS: Readonly<Record<PanelTab, readonly [path: string, access: Access]>> = {
  home: ['/panel', 'session'],
  apiKeys: ['/panel/keys', 'api_keys'],
  webhooks: ['/panel/webhooks', 'webhooks'],
  deliveries: ['/panel/deliveries', 'deliveries'],
  requests: ['/panel/requests', 'requests'],
  audit: ['/panel/audit', 'session'],
  alerts: ['/panel/alerts', 'session'],
  team: ['/panel/team', 'users'],
};

const CONSOLE_TABS: Readonly<Record<ConsoleTab, string>> = {
  tenants: '/console/tenants',
  users: '/console/users',
  operators: '/console/operators',
};

type LoggedInRequest = PanelRequest | ConsoleRequest;
type Tab = readonly [tab: PanelTab | ConsoleTab, path: string];

const tabsOf = (request: LoggedInRequest): Tab[] =>
  'operator' in request
    ? (Object.entries(CONSOLE_TABS) as [ConsoleTab, string][])
    : (Object.keys(PANEL_TABS) as PanelTab[])
        .filter((tab) => !missingFor(request, PANEL_TABS[tab][1]) && hasSome(tab, request))
        .map((tab) => [tab, PANEL_TABS[tab][0]]);

/** The first page has systems, and alerts are about what one manages. Their pages say so to whoever has their address. */
const hasSome = (tab: PanelTab, request: PanelRequest): boolean =>
  tab === 'alerts'
    ? visibleKinds(request.user.permissions).length > 0
    : tab !== 'home' || !missingFor(request, 'deliveries') || !missingFor(request, 'revoke_keys');

interface HeaderProps {
  readonly request: VisitorRequest | LoggedInRequest;
  readonly section: Section | undefined;
  /** How many open alerts the user may see. */
  readonly openAlerts: number;
  /** The page is shown once: in the other language it would be another one, without the secret. */
  readonly shownOnce: boolean;
}

type MenuProps = HeaderProps & { readonly request: LoggedInRequest };

/** The name, the tabs of whoever is logged in, and the language. */
export const Header = (props: HeaderProps) => (
  <header class="top">
    <a class="brand" href={props.request.deps.site.path}>
      {props.request.deps.site.name === 'console' ? 'Tradepost Console' : 'Tradepost'}
    </a>
    {'user' in props.request ? <Search {...props.request} /> : null}
    {'user' in props.request || 'operator' in props.request ? (
      <Menu {...props} request={props.request} />
    ) : (
      <div class="who">
        <Language {...props} />
      </div>
    )}
  </header>
);

/** Finds whatever has a number or a name, from every page. */
const Search = ({ locale, path, query }: PanelRequest) => (
  // biome-ignore lint/a11y/useSemanticElements: browsers from before 2023 don't know <search>.
  <form method="get" action={SEARCH_PATH} role="search" class="search">
    <input
      type="search"
      name="q"
      value={path === SEARCH_PATH ? query.text('q') : undefined}
      placeholder={words[locale].searchPanel}
      aria-label={words[locale].searchPanel}
      spellcheck={false}
      autocomplete="off"
      maxLength={254}
    />
  </form>
);

const SEARCH_PATH = '/panel/search';
const MENU_ID = 'menu';

/**
 * In a narrow window the tabs are behind a button that says where one is. It is the browser's own popover: it opens without a
 * script, and Escape closes it. In a wide window the stylesheet shows it as a part of the header.
 */
const Menu = (props: MenuProps) => (
  <>
    <button type="button" class="button menu-button" popovertarget={MENU_ID}>
      <MenuName {...props} />
      <Count {...props} />
      <span aria-hidden="true">▾</span>
    </button>
    <div class="menu" id={MENU_ID} popover="auto">
      <Tabs {...props} />
      <div class="who">
        <Who {...props} />
        <Language {...props} />
      </div>
    </div>
  </>
);

function MenuName({ request: { locale }, section }: MenuProps) {
  const { menu } = words[locale];
  if (section === undefined) return <span>{menu}</span>;
  return (
    <span>
      <span class="visually-hidden">{menu}: </span>
      {words[locale][section]}
    </span>
  );
}

/** Screen readers hear "2 open alerts" rather than a bare number. */
const Count = ({ request: { locale }, openAlerts }: MenuProps) =>
  openAlerts === 0 ? null : (
    <>
      {' '}
      <span class="count" aria-hidden="true">
        {openAlerts}
      </span>
      <span class="visually-hidden">{words[locale].openAlerts(openAlerts)}</span>
    </>
  );

const Tabs = (props: MenuProps) => (
  <nav class="tabs" aria-label={words[props.request.locale].navigation}>
    {tabsOf(props.request).map(([section, path]) => (
      <a key={section} href={path} aria-current={section === props.section ? 'page' : undefined}>
        {words[props.request.locale][section]}
        {section === 'alerts' ? <Count {...props} /> : null}
      </a>
    ))}
  </nav>
);

const Who = ({ request, section }: MenuProps) => {
  const { path, name } = request.deps.site;
  const isView = 'user' in request && name === 'console';
  const viewing = viewingWords[request.locale];
  return (
    <>
      {'operator' in request ? <span class="tenant">{request.operator.name}</span> : null}
      {'user' in request && !isView ? <User request={request} section={section} /> : null}
      <LogOut path={path}>{isView ? viewing.end : words[request.locale].logOut}</LogOut>
      {isView ? <LogOut path={CONSOLE.path}>{viewing.logOut}</LogOut> : null}
    </>
  );
};

const LogOut = ({ path, children }: { readonly path: string; readonly children: string }) => (
  <form method="post" action={`${path}/logout`}>
    <button type="submit" class="link">
      {children}
    </button>
  </form>
);

const User = ({
  request: { tenant, user },
  section,
}: Pick<HeaderProps, 'section'> & { readonly request: PanelRequest }) => (
  <>
    <span class="tenant">{tenant.name}</span>
    <a href="/panel/account" aria-current={section === 'account' ? 'page' : undefined}>
      {user.name !== '' && user.name !== tenant.name ? user.name : user.email}
    </a>
  </>
);

/** One button: the other language. */
function Language({ request, shownOnce }: HeaderProps) {
  if (shownOnce) return null;
  const { locale, path, query, method, formPage } = request;
  const { site } = request.deps;
  const other = LOCALES.find((each) => each !== locale)!;
  const text = query.toString();
  const back = method === 'get' ? `${path}${text && `?${text}`}` : formPage;
  return (
    <form method="post" action={`${site.path}/language`} data-keeps-forms>
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        class="link"
        name="locale"
        value={other}
        lang={LANGUAGES[other].tag}
        title={LANGUAGES[other].name}
      >
        {other.toUpperCase()}
      </button>
    </form>
  );
}
