import { dictionary } from '../kit/language/dictionary.ts';

/** Deactivating and deleting a key. */
export const words = dictionary({
  pt: {
    deactivateTitle: (name: string) => `Desativar ${name}?`,
    deactivateText: (prefix: string) =>
      `Todo programa que usa a chave ${prefix}… passa a receber 401. Não dá para ativar de novo: só criando outra chave.`,
    deactivateConfirm: 'Desativar chave',
    deactivated: (name: string) => `A chave ${name} foi desativada. Nenhuma requisição com ela é aceita.`,
    deleteTitle: (name: string) => `Excluir ${name}?`,
    deleteText: (prefix: string) =>
      `A chave ${prefix}… sai da lista, e todo programa que a usa passa a receber 401. A auditoria guarda o nome e o prefixo.`,
    deleteConfirm: 'Excluir chave',
    deleted: (name: string) => `A chave ${name} foi excluída. Nenhuma requisição com ela é aceita.`,
    inUse: (when: string) => `Atenção: esta chave foi usada ${when}.`,
    successorUsed: (prefix: string) => `A substituta ${prefix}… foi usada pela última vez`,
    successorNeverUsed: (prefix: string) =>
      `A substituta ${prefix}… não tem uso registrado. Os programas ainda devem estar com esta chave.`,
    takesSeconds: 'Leva pouco mais de um segundo: esperamos até que nenhum processo aceite a chave.',
  },
  en: {
    deactivateTitle: (name) => `Deactivate ${name}?`,
    deactivateText: (prefix) =>
      `Every program that uses the key ${prefix}… gets 401 from then on. It can’t be activated again: you would create another key.`,
    deactivateConfirm: 'Deactivate key',
    deactivated: (name) => `The key ${name} is deactivated. No request with it is accepted.`,
    deleteTitle: (name) => `Delete ${name}?`,
    deleteText: (prefix) =>
      `The key ${prefix}… leaves the list, and every program that uses it gets 401 from then on. The audit keeps its name and prefix.`,
    deleteConfirm: 'Delete key',
    deleted: (name) => `The key ${name} is deleted. No request with it is accepted.`,
    inUse: (when) => `Careful: this key was used ${when}.`,
    successorUsed: (prefix) => `Its successor ${prefix}… was last used`,
    successorNeverUsed: (prefix) =>
      `Its successor ${prefix}… has no use recorded. Programs probably still have this key.`,
    takesSeconds: 'It takes a little over a second: we wait until no process accepts the key.',
  },
});
