import { dictionary } from '../kit/language/dictionary.ts';

/** What to do about a key. */
export const words = dictionary({
  pt: {
    expires: (when: string) => `Expira ${when}`,
    adviceMakeSuccessor: 'Crie uma substituta e troque a chave no programa antes disso.',
    adviceUnused: (since: string) =>
      `Sem uso desde ${since}. Se ninguém mais precisa dela, desative: chave esquecida é risco.`,
    adviceNeverUsed: (since: string) =>
      `Criada em ${since} e sem uso registrado. Se ninguém precisa dela, desative: chave esquecida é risco.`,
    adviceUseSuccessor: (prefix: string) =>
      `A substituta ${prefix}… ainda não tem uso registrado. Coloque-a no programa.`,
    adviceStillInUse: (prefix: string, when: string) =>
      `A substituta ${prefix}… já funciona, mas alguém ainda usa esta: último uso ${when}.`,
    adviceDeactivateOld: (prefix: string, since: string) =>
      `A substituta ${prefix}… já funciona e esta está sem uso desde ${since}: pode desativar.`,
    adviceDeactivateNeverUsed: (prefix: string) =>
      `A substituta ${prefix}… já funciona e esta não tem uso registrado: pode desativar.`,
    markSuccessor: 'crie uma substituta',
    markUnused: 'há 90 dias ou mais; ainda precisa dela?',
    markDeactivate: 'já pode ser desativada',
    markReplacing: (prefix: string) => `sendo trocada por ${prefix}…`,
  },
  en: {
    expires: (when) => `Expires ${when}`,
    adviceMakeSuccessor: 'Make a successor and put it into the program before then.',
    adviceUnused: (since) =>
      `Not used since ${since}. If nobody needs it any more, deactivate it: a forgotten key is a risk.`,
    adviceNeverUsed: (since) =>
      `Created on ${since}, with no use recorded. If nobody needs it, deactivate it: a forgotten key is a risk.`,
    adviceUseSuccessor: (prefix) =>
      `Its successor ${prefix}… has no use recorded yet. Put it into the program.`,
    adviceStillInUse: (prefix, when) =>
      `Its successor ${prefix}… works, but somebody still uses this key: last used ${when}.`,
    adviceDeactivateOld: (prefix, since) =>
      `Its successor ${prefix}… works, and this key is unused since ${since}: you may deactivate it now.`,
    adviceDeactivateNeverUsed: (prefix) =>
      `Its successor ${prefix}… works, and this key has no use recorded: you may deactivate it now.`,
    markSuccessor: 'make a successor',
    markUnused: 'for 90 days or more; still needed?',
    markDeactivate: 'may be deactivated',
    markReplacing: (prefix) => `being replaced by ${prefix}…`,
  },
});
