import { dictionary } from '../kit/language/dictionary.ts';

const RESOURCES = {
  pt: {
    orders: 'pedidos',
    products: 'produtos e estoque',
    customers: 'clientes',
    categories: 'categorias',
    coupons: 'cupons',
    promotions: 'promoções',
    price_tables: 'tabelas de preço',
  },
  en: {
    orders: 'orders',
    products: 'products and stock',
    customers: 'customers',
    categories: 'categories',
    coupons: 'coupons',
    promotions: 'promotions',
    price_tables: 'price tables',
  },
} as const satisfies Record<'pt' | 'en', Record<string, string>>;

/** A resource that is newer than these words keeps its name in the contract. */
const nameIn =
  (names: Readonly<Record<string, string>>) =>
  (resource: string): string =>
    names[resource] ?? resource;

export const words = dictionary({
  pt: {
    title: 'Chaves de API',
    intro: 'Para os seus programas no servidor. A chave aparece uma única vez: guardamos só o hash dela.',
    newKey: 'Nova chave',
    name: 'Nome',
    status: 'Situação',
    scopes: 'Escopos',
    lastUsed: 'Último uso',
    expiry: 'Validade',
    prefix: 'Prefixo',
    created: 'Criada',
    active: 'Ativa',
    expired: 'Expirada',
    inactive: 'Inativa',
    unused: 'Sem uso',
    action: 'Ação',
    noExpiry: 'não expira',
    never: 'nenhum registrado',
    usesUntil: (time: string) => `Usos registrados até ${time}. Os mais recentes podem ainda não aparecer.`,
    read: 'leitura',
    write: 'escrita',
    all: 'tudo',
    noScopes: 'nenhum',
    resource: nameIn(RESOURCES.pt),

    emptyTitle: 'Nenhuma chave ainda',
    emptyText: 'Crie uma chave para cada programa que vai usar a API: o ERP, o BI, a loja.',
    emptyCurl: 'Com a chave no ambiente, esta chamada já funciona:',
    emptyButton: 'Criar a primeira chave',

    replaces: (prefix: string) => `substitui ${prefix}…`,
    oldLastUsed: (when: string) => `a antiga foi usada ${when}`,
    oldNeverUsed: 'a antiga não tem uso registrado',

    makeSuccessor: 'Criar substituta',
    deactivate: 'Desativar',
    delete: 'Excluir',
    back: 'Todas as chaves',

    replacesFact: 'Substitui',
    replacedBy: 'Substituída por',
    lastUse: (when: string) => `último uso ${when}`,
    neverUsed: 'sem uso registrado',
    createdBy: (who: string) => `por ${who}`,
    operator: 'quem opera o Tradepost',
    system: 'o próprio Tradepost',
    deactivatedAt: 'Desativada',
  },
  en: {
    title: 'API keys',
    intro: 'For your programs on a server. A key is shown once: we keep only its hash.',
    newKey: 'New key',
    name: 'Name',
    status: 'Status',
    scopes: 'Scopes',
    lastUsed: 'Last used',
    expiry: 'Expires',
    prefix: 'Prefix',
    created: 'Created',
    active: 'Active',
    expired: 'Expired',
    inactive: 'Inactive',
    unused: 'Unused',
    action: 'Action',
    noExpiry: 'doesn’t expire',
    never: 'none recorded',
    usesUntil: (time) => `Uses recorded up to ${time}. Later ones may not show yet.`,
    read: 'read',
    write: 'write',
    all: 'all',
    noScopes: 'none',
    resource: nameIn(RESOURCES.en),

    emptyTitle: 'No key yet',
    emptyText: 'Create a key for each program that will use the API: the ERP, the BI, the shop.',
    emptyCurl: 'With the key in the environment, this call works:',
    emptyButton: 'Create the first key',

    replaces: (prefix) => `replaces ${prefix}…`,
    oldLastUsed: (when) => `old one last used ${when}`,
    oldNeverUsed: 'old one has no use recorded',

    makeSuccessor: 'Make a successor',
    deactivate: 'Deactivate',
    delete: 'Delete',
    back: 'All keys',

    replacesFact: 'Replaces',
    replacedBy: 'Replaced by',
    lastUse: (when) => `last used ${when}`,
    neverUsed: 'no use recorded',
    createdBy: (who) => `by ${who}`,
    operator: 'whoever runs Tradepost',
    system: 'Tradepost itself',
    deactivatedAt: 'Deactivated',
  },
});
