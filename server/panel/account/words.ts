import { dictionary, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: ['Seus dados, seu idioma e sua segurança.', 'Your details, language and security.'],
  tenant: ['Empresa', 'Company'],
  plan: ['Plano', 'Plan'],
  timeZone: ['Fuso horário', 'Time zone'],
  permissions: ['Permissões', 'Permissions'],
  noPermissions: [
    'Nenhuma. Quem administra a equipe pode concedê-las.',
    'None. Whoever manages the team can grant them.',
  ],
  language: ['Idioma', 'Language'],
  storage: ['Espaço', 'Storage'],
  storageOf: [
    (used, limit, part) => `${used} GB de ${limit} GB (${part})`,
    (used, limit, part) => `${used} GB of ${limit} GB (${part})`,
  ],
  languageHint: ['Vale para este navegador.', 'For this browser.'],
  passwordTitle: ['Trocar a senha', 'Change your password'],
  current: ['Senha atual', 'Current password'],
  change: ['Trocar a senha', 'Change password'],
  changed: [
    'Senha trocada. As sessões em outros navegadores terminaram.',
    'Your password was changed. Sessions in other browsers have ended.',
  ],
  same: ['A nova senha é igual à atual.', 'The new password is the current one.'],
  saved: ['Salvo.', 'Saved.'],
  profileTitle: ['Nome e e-mail', 'Name and e-mail'],
  changeEmail: ['Trocar o e-mail', 'Change the address'],
  emailHint: [
    'O novo só vale depois de confirmado por um link.',
    'A new one counts once a link has confirmed it.',
  ],
  emailTaken: ['Alguém da equipe já usa este e-mail.', 'Somebody of your team has this address.'],
  emailSame: ['Este já é o seu e-mail.', 'This is your address already.'],
  confirmSubject: [
    (tenant) => `Confirme seu e-mail para ${tenant}`,
    (tenant) => `Confirm your address for ${tenant}`,
  ],
  confirmSentence: [
    (tenant) =>
      `Alguém quer usar este endereço para entrar no painel de ${tenant}. O link vale por 24 horas, uma vez.`,
    (tenant) =>
      `Somebody wants to use this address to log in to the panel of ${tenant}. The link works for 24 hours, once.`,
  ],
  confirmIgnore: ['Se não foi você, ignore este e-mail.', "If it wasn't you, ignore this e-mail."],
  confirmLabel: ['Confirmar o e-mail', 'Confirm the address'],
  confirmSent: [
    (email) => `Enviamos um link para ${email}. O e-mail muda quando ele for aberto.`,
    (email) => `We've sent a link to ${email}. The address changes once it's opened.`,
  ],
  factorTitle: ['Verificação em duas etapas', 'Two-step verification'],
  factorIntro: [
    'Além da senha, um código de 6 dígitos de um aplicativo no seu celular: Google Authenticator, Microsoft Authenticator, 1Password e outros.',
    'Besides the password, a code of 6 digits from an app on your phone: Google Authenticator, Microsoft Authenticator, 1Password and others.',
  ],
  factorRequired: [
    (tenant) => `${tenant} exige a verificação em duas etapas. Configure a sua para continuar.`,
    (tenant) => `Two-step verification is required by ${tenant}. Set yours up to go on.`,
  ],
  factorOn: ['Ligada', 'On'],
  factorBegin: ['Configurar', 'Set up'],
  factorRemove: ['Desligar', 'Switch off'],
  factorRemoved: ['Verificação em duas etapas desligada.', 'Two-step verification is off.'],
  factorSteps: [
    'Adicione esta chave ao aplicativo e informe o código que ele mostra.',
    'Add this key to your app, and enter the code that it shows.',
  ],
  factorKey: ['Chave para o aplicativo, baseada em tempo:', 'Key for the app, time-based:'],
  factorOpenApp: ['Abrir no aplicativo deste aparelho', "Open in this device's app"],
  factorCodeHint: ['Os 6 dígitos que o aplicativo mostra.', 'The 6 digits that the app shows.'],
  factorConfirm: ['Ligar', 'Switch on'],
  codesTitle: ['Códigos de recuperação', 'Recovery codes'],
  codesIntro: [
    'Guarde-os fora do celular. Cada um vale uma vez no lugar do código do aplicativo, e só aparecem agora.',
    "Keep them somewhere else than on your phone. Each works once in place of the app's code, and they're shown only now.",
  ],
  codesKept: ['Já guardei', "I've kept them"],
  codesLeft: [
    (count) =>
      `${count} ${plural(count, 'código de recuperação restante', 'códigos de recuperação restantes')}.`,
    (count) => `${count} recovery ${plural(count, 'code', 'codes')} left.`,
  ],
  newCodes: ['Gerar novos códigos', 'Make new codes'],
  browser: ['Navegador', 'Browser'],
  unknownBrowser: ['Navegador desconhecido', 'Unknown browser'],
  thisSession: ['esta sessão', 'this session'],
  loggedIn: ['Entrou', 'Logged in'],
  lastUsed: ['Último uso', 'Last used'],
  endSession: ['Encerrar', 'End'],
  sessionEnded: ['Sessão encerrada.', 'The session has ended.'],
  sessionsTitle: ['Sessões', 'Sessions'],
  sessionsText: [
    'Perdeu um computador ou esqueceu uma aba aberta? Isto encerra todas as sessões, esta também, e os links de pedidos que você fez.',
    'Lost a computer, or left a tab open somewhere? This ends all your sessions, this one too, and the links to orders that you made.',
  ],
  endSessions: ['Sair de todos os navegadores', 'Log out everywhere'],
});
