import { dictionary } from '../kit/language/dictionary.ts';

/** The page that shows a new key, and the one that comes when its form is sent again. */
export const words = dictionary({
  pt: {
    createdTitle: 'Chave criada',
    createdOnce: 'Copie a chave agora. Ela não será mostrada de novo.',
    createdSafe: 'Guarde-a como uma senha: no servidor, nunca no navegador, num aplicativo ou no código.',
    tryIt: 'Teste agora',
    curl: 'curl',
    environment: 'No ambiente do programa',
    typescript: 'TypeScript, módulo ES, com npm install @tradepost/sdk',
    done: 'Já copiei',
    toKey: 'Ver a chave',
    usedTitle: 'Este formulário já criou uma chave',
    usedText:
      'Nada foi criado agora. A chave está na lista, mas só aparece uma vez. Se você não a copiou, exclua-a e crie outra.',
    usedButton: 'Ver as chaves',
  },
  en: {
    createdTitle: 'Key created',
    createdOnce: 'Copy the key now. It can’t be shown again.',
    createdSafe: 'Keep it like a password: on a server, never in a browser, in an app or in your code.',
    tryIt: 'Try it now',
    curl: 'curl',
    environment: 'In the program’s environment',
    typescript: 'TypeScript, ES module, with npm install @tradepost/sdk',
    done: 'I’ve copied it',
    toKey: 'See the key',
    usedTitle: 'This form has already created a key',
    usedText:
      'Nothing was created now. The key is in the list, but it is shown only once. If you didn’t copy it, delete it and create another.',
    usedButton: 'See the keys',
  },
});
