import { dictionary } from '../language/dictionary.ts';

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
    expires: (when: string) => `Expira ${when}`,
    noExpiry: 'não expira',
    never: 'nunca',
    read: 'leitura',
    write: 'escrita',
    all: 'tudo',
    noScopes: 'nenhum',
    resource: nameIn(RESOURCES.pt),

    emptyTitle: 'Nenhuma chave ainda',
    emptyText: 'Crie uma chave para cada programa que vai usar a API: o ERP, o BI, a loja.',
    emptyCurl: 'Com a chave no ambiente, esta chamada já funciona:',
    emptyButton: 'Criar a primeira chave',

    adviceMakeSuccessor: 'Crie uma substituta e troque a chave no programa antes disso.',
    adviceUnused: (since: string) =>
      `Sem uso desde ${since}. Se ninguém mais precisa dela, desative: chave esquecida é risco.`,
    adviceNeverUsed: (since: string) =>
      `Criada em ${since} e nunca usada. Se ninguém precisa dela, desative: chave esquecida é risco.`,
    adviceUseSuccessor: (prefix: string) =>
      `A substituta ${prefix}… ainda não foi usada. Coloque-a no programa.`,
    adviceStillInUse: (prefix: string, when: string) =>
      `A substituta ${prefix}… já funciona, mas alguém ainda usa esta: último uso ${when}.`,
    adviceDeactivateOld: (prefix: string, since: string) =>
      `A substituta ${prefix}… já funciona e esta está sem uso desde ${since}: pode desativar.`,
    adviceDeactivateNeverUsed: (prefix: string) =>
      `A substituta ${prefix}… já funciona e esta nunca foi usada: pode desativar.`,
    markSuccessor: 'crie uma substituta',
    markUnused: 'há 90 dias ou mais; ainda precisa dela?',
    markDeactivate: 'já pode ser desativada',
    markReplacing: (prefix: string) => `sendo trocada por ${prefix}…`,
    replaces: (prefix: string) => `substitui ${prefix}…`,
    oldLastUsed: (when: string) => `a antiga foi usada ${when}`,
    oldNeverUsed: 'a antiga nunca foi usada',

    makeSuccessor: 'Criar substituta',
    deactivate: 'Desativar',
    delete: 'Excluir',
    back: 'Todas as chaves',

    replacesFact: 'Substitui',
    replacedBy: 'Substituída por',
    lastUse: (when: string) => `último uso ${when}`,
    neverUsed: 'nunca usada',
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
    expires: (when) => `Expires ${when}`,
    noExpiry: 'doesn’t expire',
    never: 'never',
    read: 'read',
    write: 'write',
    all: 'all',
    noScopes: 'none',
    resource: nameIn(RESOURCES.en),

    emptyTitle: 'No key yet',
    emptyText: 'Create a key for each program that will use the API: the ERP, the BI, the shop.',
    emptyCurl: 'With the key in the environment, this call works:',
    emptyButton: 'Create the first key',

    adviceMakeSuccessor: 'Make a successor and put it into the program before then.',
    adviceUnused: (since) =>
      `Not used since ${since}. If nobody needs it any more, deactivate it: a forgotten key is a risk.`,
    adviceNeverUsed: (since) =>
      `Created on ${since} and never used. If nobody needs it, deactivate it: a forgotten key is a risk.`,
    adviceUseSuccessor: (prefix) => `Its successor ${prefix}… hasn’t been used yet. Put it into the program.`,
    adviceStillInUse: (prefix, when) =>
      `Its successor ${prefix}… works, but somebody still uses this key: last used ${when}.`,
    adviceDeactivateOld: (prefix, since) =>
      `Its successor ${prefix}… works, and this key is unused since ${since}: you may deactivate it now.`,
    adviceDeactivateNeverUsed: (prefix) =>
      `Its successor ${prefix}… works, and this key was never used: you may deactivate it now.`,
    markSuccessor: 'make a successor',
    markUnused: 'for 90 days or more; still needed?',
    markDeactivate: 'may be deactivated',
    markReplacing: (prefix) => `being replaced by ${prefix}…`,
    replaces: (prefix) => `replaces ${prefix}…`,
    oldLastUsed: (when) => `old one last used ${when}`,
    oldNeverUsed: 'old one never used',

    makeSuccessor: 'Make a successor',
    deactivate: 'Deactivate',
    delete: 'Delete',
    back: 'All keys',

    replacesFact: 'Replaces',
    replacedBy: 'Replaced by',
    lastUse: (when) => `last used ${when}`,
    neverUsed: 'never used',
    createdBy: (who) => `by ${who}`,
    operator: 'whoever runs Tradepost',
    system: 'Tradepost itself',
    deactivatedAt: 'Deactivated',
  },
});
