import { dictionary, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: ['Seus dados, seu idioma e sua senha.', 'Your details, language and password.'],
  tenant: ['Empresa', 'Company'],
  plan: ['Plano', 'Plan'],
  timeZone: ['Fuso horário', 'Time zone'],
  permissions: ['Permissões', 'Permissions'],
  'api_key.manage': ['Gerenciar chaves de API', 'Manage API keys'],
  'webhook.manage': ['Gerenciar webhooks e entregas', 'Manage webhooks and deliveries'],
  noPermissions: [(who) => `Nenhuma. Peça a ${who}.`, (who) => `None. Ask ${who}.`],
  language: ['Idioma', 'Language'],
  languageHint: ['Vale para este navegador.', 'For this browser.'],
  passwordTitle: ['Trocar a senha', 'Change your password'],
  current: ['Senha atual', 'Current password'],
  next: ['Nova senha', 'New password'],
  nextHint: [
    (least) => `Pelo menos ${least} caracteres. Uma frase é fácil de lembrar.`,
    (least) => `At least ${least} characters. A sentence is easy to remember.`,
  ],
  change: ['Trocar a senha', 'Change password'],
  changed: [
    'Senha trocada. As sessões em outros navegadores terminaram.',
    'Your password was changed. Sessions in other browsers have ended.',
  ],
  currentMissing: ['Informe a senha atual.', 'Enter your current password.'],
  currentWrong: ['Esta não é a sua senha atual.', "This isn't your current password."],
  tooShort: [
    (least) => `A senha precisa de pelo menos ${least} caracteres.`,
    (least) => `A password needs at least ${least} characters.`,
  ],
  tooLong: [
    (most) => `A senha pode ter no máximo ${most} caracteres.`,
    (most) => `A password can have at most ${most} characters.`,
  ],
  same: ['A nova senha é igual à atual.', 'The new password is the current one.'],
  throttled: [
    (wait) => `Muitas senhas erradas. Tente de novo em ${wait}.`,
    (wait) => `Too many wrong passwords. Try again in ${wait}.`,
  ],
  sessionsTitle: ['Sessões', 'Sessions'],
  sessionsText: [
    'Perdeu um computador ou esqueceu uma aba aberta? Isto encerra todas as sessões, esta também.',
    'Lost a computer, or left a tab open somewhere? This ends all your sessions, this one too.',
  ],
  endSessions: ['Sair de todos os navegadores', 'Log out everywhere'],
});
