import { dictionary } from '../kit/language/dictionary.ts';

/** An endpoint's secret: on its page, shown, and rotated. */
export const words = dictionary({
  pt: {
    secret: 'Segredo',
    secretIntro: 'Com ele o seu sistema confere que a entrega veio de nós. Guarde-o como uma senha.',
    secretIntroShown:
      'Guarde-o como uma senha: quem o tem pode se passar por nós. Ele some ao sair desta página.',
    reveal: 'Mostrar o segredo',
    rotate: 'Trocar o segredo',
    verify: 'Como verificar assinaturas',
    previousUntil: 'O segredo anterior ainda assina até',
    rotateTitle: 'Trocar o segredo?',
    rotateText:
      'Você recebe um segredo novo. Por 24 horas assinamos com os dois, para dar tempo de atualizar o seu sistema; depois, só com o novo.',
    rotateAgain:
      'A última troca ainda está no prazo: se trocar agora, o segredo de antes dela para de assinar na hora.',
    rotateUnreadable: 'O segredo atual não pode ser lido, então só o novo vai assinar.',
    rotatedTitle: 'Segredo novo',
    rotatedText: 'Coloque-o no seu sistema. O anterior para de assinar em',
    rotatedOnlyText: 'Coloque-o no seu sistema já: o anterior não assina mais.',
    rotatedAlready: 'O segredo já foi trocado depois que você abriu aquela página. Nada mudou agora.',
    secretUnreadable: 'Não conseguimos ler este segredo. Avise quem opera o serviço, ou troque o segredo.',
  },
  en: {
    secret: 'Secret',
    secretIntro: 'Your system uses it to check that a delivery came from us. Keep it like a password.',
    secretIntroShown:
      'Keep it like a password: whoever has it can pass for us. It disappears when you leave this page.',
    reveal: 'Show the secret',
    rotate: 'Rotate the secret',
    verify: 'How to verify signatures',
    previousUntil: 'The previous secret still signs until',
    rotateTitle: 'Rotate the secret?',
    rotateText:
      'You get a new secret. For 24 hours we sign with both, which gives you time to update your system; after that, only with the new one.',
    rotateAgain:
      'The last rotation is still under way: if you rotate now, the secret from before it stops signing at once.',
    rotateUnreadable: "The current secret can't be read, so only the new one will sign.",
    rotatedTitle: 'New secret',
    rotatedText: 'Put it into your system. The previous one stops signing on',
    rotatedOnlyText: 'Put it into your system right away: the previous one no longer signs.',
    rotatedAlready: 'The secret was already rotated after you opened that page. Nothing changed now.',
    secretUnreadable: "We can't read this secret. Tell the operator of the service, or rotate it.",
  },
});
