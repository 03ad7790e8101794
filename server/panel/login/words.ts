import { dictionary, type Locale, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  title: ['Entrar', 'Log in'],
  panelIntro: ['Painel da sua equipe', "Your team's panel"],
  consoleIntro: ['Console de quem opera o Tradepost', 'The console of those who operate Tradepost'],
  emailMissing: ['Informe seu e-mail.', 'Enter your e-mail address.'],
  passwordMissing: ['Informe sua senha.', 'Enter your password.'],
  ended: [
    'Sua sessão terminou. Entre de novo: o que você preencheu aparece depois.',
    'Your session has ended. Log in again: what you filled in comes back after that.',
  ],
  wrong: [
    'E-mail ou senha incorretos, ou este usuário foi desativado.',
    'The e-mail address or the password is wrong, or this user was disabled.',
  ],
  throttled: [
    'Muitas tentativas de entrar. Tente de novo em {wait}.',
    'Too many attempts to log in. Try again in {wait}.',
  ],
  throttledHelp: [
    'Um navegador em que você já entrou com este e-mail não precisa esperar.',
    "A browser that you've logged in with before doesn't have to wait.",
  ],
  seconds: ['{count} {count|segundo|segundos}', '{count} {count|second|seconds}'],
  minutes: ['{count} {count|minuto|minutos}', '{count} {count|minute|minutes}'],
  insecure: [
    'Não dá para entrar por este endereço: a conexão não é https.',
    "You can't log in at this address: the connection isn't https.",
  ],
  insecureHelp: [
    'Em produção a sessão só vale por https. Abra o painel pelo endereço https. Se você já abriu, um proxy termina o TLS antes do Tradepost: quem opera o serviço precisa definir TRUST_PROXY, e o proxy precisa enviar X-Forwarded-Proto.',
    'In production a session needs https. Open the panel by its https address. If you did, a proxy ends TLS before Tradepost: whoever runs the service has to set TRUST_PROXY, and the proxy has to send X-Forwarded-Proto.',
  ],
  chooseTitle: ['Escolha a empresa', 'Choose the company'],
  chooseIntro: ['{email} é usuário de mais de uma.', '{email} is a user of more than one.'],
  forgot: ['Esqueceu a senha?', 'Forgot your password?'],
  next: ['Nova senha', 'New password'],
  nextHint: [
    'Pelo menos {least} caracteres. Uma frase é fácil de lembrar.',
    'At least {least} characters. A sentence is easy to remember.',
  ],
  tooShort: [
    'A senha precisa de pelo menos {least} caracteres.',
    'A password needs at least {least} characters.',
  ],
  tooLong: [
    'A senha pode ter no máximo {most} caracteres.',
    'A password can have at most {most} characters.',
  ],
  ownMissing: ['Informe a senha atual.', 'Enter your current password.'],
  ownWrong: ['Esta não é a sua senha atual.', "This isn't your current password."],
  ownThrottled: [
    'Muitas senhas erradas. Tente de novo em {wait}.',
    'Too many wrong passwords. Try again in {wait}.',
  ],
  code: ['Código', 'Code'],
  codeHint: [
    'Os 6 dígitos do aplicativo autenticador, ou um código de recuperação.',
    'The 6 digits of your authenticator app, or a recovery code.',
  ],
  codeMissing: ['Informe o código.', 'Enter the code.'],
  codeWrong: [
    'Este código não vale, ou já foi usado. Espere o próximo.',
    "This code isn't valid, or was used already. Wait for the next one.",
  ],
  codeThrottled: [
    'Muitos códigos errados. Tente de novo em {wait}.',
    'Too many wrong codes. Try again in {wait}.',
  ],
  consoleCodeLost: [
    'Perdeu a senha, o celular ou os códigos? `tradepost operator reset-factor` faz um link novo.',
    'Lost the password, the phone or the codes? `tradepost operator reset-factor` makes a new link.',
  ],
  codeLost: [
    'Sem o celular e sem códigos de recuperação, peça a quem administra a equipe que desligue a verificação, ou a {who}.',
    'Without your phone and recovery codes, ask somebody who manages the team to switch the verification off, or {who}.',
  ],
  forgottenTitle: ['Nova senha', 'A new password'],
  forgottenIntro: [
    'Enviamos um link para o seu e-mail. Com ele você define outra senha.',
    'We send a link to your e-mail address. With it you set another password.',
  ],
  forgottenSend: ['Enviar o link', 'Send the link'],
  forgottenSent: [
    'Se {email} tem acesso ao painel, um link chega em alguns minutos e vale por 1 hora. Veja também o spam.',
    'If {email} has access to the panel, a link arrives within minutes and works for 1 hour. Look into your spam, too.',
  ],
  forgottenAsk: [
    'Este painel não envia e-mails. Quem administra a equipe da sua empresa cria um link para você, na aba Equipe.',
    "This panel sends no e-mails. Somebody who manages your company's team makes a link for you, under Team.",
  ],
  forgottenThrottled: [
    'Muitos pedidos desta rede. Tente de novo em {wait}.',
    'Too many requests from this network. Try again in {wait}.',
  ],
  resetSentence: [
    'Alguém pediu uma nova senha para o seu acesso ao painel de {tenant}. O link vale por 1 hora, uma vez.',
    'Somebody asked for a new password for your access to the panel of {tenant}. The link works for 1 hour, once.',
  ],
  resetIgnore: [
    'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
    "If it wasn't you, ignore this e-mail: your password stays as it is.",
  ],
  resetLabel: ['Definir outra senha', 'Set another password'],
  linkTitle: ['Link para enviar', 'A link to pass on'],
  linkNotMailed: [
    'O servidor de e-mail não aceitou a mensagem. Envie o link você mesmo.',
    "The mail server didn't take the message. Pass the link on yourself.",
  ],
  linkPassOn: [
    'Envie este link a {email}. Só aparece agora, e vale uma vez. Quem o tiver pode usá-lo.',
    "Pass this link on to {email}. It's shown only now, and works once. Whoever has it can use it.",
  ],
  linkPathOnly: [
    'Antes do link vai o endereço do painel, que esta instalação não informa (`PANEL_URL`).',
    "The panel's address goes before it: this installation doesn't say what it is (`PANEL_URL`).",
  ],
  linkDone: ['Pronto', 'Done'],
  linkDeadTitle: ['Este link não vale', "This link doesn't work"],
  linkDead: [
    'Ele já foi usado, venceu ou foi cancelado. Peça outro a quem o enviou.',
    'It was used, has expired or was revoked. Ask whoever sent it for another one.',
  ],
  linkThrottledTitle: ['Espere um pouco', 'Wait a little'],
  linkThrottled: ['Tentativas demais. Tente de novo em {wait}.', 'Too many attempts. Try again in {wait}.'],
  nameWrong: [
    'Informe seu nome, com até {most} caracteres.',
    'Enter your name, with at most {most} characters.',
  ],
  currentPassword: ['Sua senha', 'Your password'],
  invitation_title: ['Convite para {tenant}', 'An invitation to {tenant}'],
  invitation_intro: ['Você vai entrar com o e-mail {email}.', "You'll log in with the address {email}."],
  invitation_submit: ['Aceitar o convite', 'Accept the invitation'],
  invitation_done: ['Tudo pronto. Entre com sua senha.', "You're set. Log in with your password."],
  password_reset_title: ['Nova senha para {tenant}', 'A new password for {tenant}'],
  password_reset_intro: ['Para {email}.', 'For {email}.'],
  password_reset_submit: ['Salvar a senha', 'Save the password'],
  password_reset_done: [
    'Senha trocada, e todas as sessões terminaram. Entre com a nova.',
    'Your password was changed, and all sessions have ended. Log in with the new one.',
  ],
  email_change_title: ['Novo e-mail para {tenant}', 'A new address for {tenant}'],
  email_change_intro: [
    'A partir de agora você entra com {email}. Confirme com sua senha.',
    'From now on you log in with {email}. Confirm with your password.',
  ],
  email_change_submit: ['Confirmar o e-mail', 'Confirm the address'],
  email_change_done: [
    'E-mail trocado. Entre com ele da próxima vez.',
    'Your address was changed. Log in with it next time.',
  ],
  emailChangedSubject: [
    'Seu e-mail no painel de {tenant} mudou',
    'Your address for the panel of {tenant} has changed',
  ],
  emailChangedSentence: [
    'Seu acesso ao painel de {tenant} agora usa {email}. Se não foi você, avise quem administra a equipe.',
    "Your access to the panel of {tenant} now uses {email}. If it wasn't you, tell somebody who manages the team.",
  ],
  passwordChangedSubject: [
    'Sua senha no painel de {tenant} mudou',
    'Your password for the panel of {tenant} has changed',
  ],
  passwordChangedSentence: [
    'Outra senha foi definida para o seu acesso ao painel de {tenant}. Se não foi você, avise quem administra a equipe.',
    "Another password was set for your access to the panel of {tenant}. If it wasn't you, tell somebody who manages the team.",
  ],
});

/** `12 minutos`: rounded up, so that nobody comes too early. */
export function waitText(locale: Locale, seconds: number): string {
  return seconds <= 90 ? words[locale].seconds(seconds) : words[locale].minutes(Math.ceil(seconds / 60));
}
