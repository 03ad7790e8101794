import { dictionary, type Locale, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  title: ['Entrar', 'Log in'],
  intro: ['Painel da sua equipe', "Your team's panel"],
  password: ['Senha', 'Password'],
  emailMissing: ['Informe seu e-mail.', 'Enter your e-mail address.'],
  passwordMissing: ['Informe sua senha.', 'Enter your password.'],
  wrong: [
    'E-mail ou senha incorretos, ou este usuário foi desativado.',
    'The e-mail address or the password is wrong, or this user was disabled.',
  ],
  throttled: [
    (wait) => `Muitas tentativas de entrar. Tente de novo em ${wait}.`,
    (wait) => `Too many attempts to log in. Try again in ${wait}.`,
  ],
  throttledHelp: [
    'Um navegador em que você já entrou com este e-mail não precisa esperar.',
    "A browser that you've logged in with before doesn't have to wait.",
  ],
  seconds: [
    (count) => `${count} ${plural(count, 'segundo', 'segundos')}`,
    (count) => `${count} ${plural(count, 'second', 'seconds')}`,
  ],
  minutes: [
    (count) => `${count} ${plural(count, 'minuto', 'minutos')}`,
    (count) => `${count} ${plural(count, 'minute', 'minutes')}`,
  ],
  insecure: [
    'Não dá para entrar por este endereço: a conexão não é https.',
    "You can't log in at this address: the connection isn't https.",
  ],
  insecureHelp: [
    'Em produção a sessão só vale por https. Abra o painel pelo endereço https. Se você já abriu, um proxy termina o TLS antes do Tradepost: quem opera o serviço precisa definir TRUST_PROXY, e o proxy precisa enviar X-Forwarded-Proto.',
    'In production a session needs https. Open the panel by its https address. If you did, a proxy ends TLS before Tradepost: whoever runs the service has to set TRUST_PROXY, and the proxy has to send X-Forwarded-Proto.',
  ],
  chooseTitle: ['Escolha a empresa', 'Choose the company'],
  chooseIntro: [
    (email) => `${email} é usuário de mais de uma.`,
    (email) => `${email} is a user of more than one.`,
  ],
  forgot: [
    (who) => `Esqueceu a senha? Peça outra a ${who}.`,
    (who) => `Forgot your password? Ask ${who} for another one.`,
  ],
});

/** `12 minutos`: rounded up, so that nobody comes too early. */
export function waitText(locale: Locale, seconds: number): string {
  return seconds <= 90 ? words[locale].seconds(seconds) : words[locale].minutes(Math.ceil(seconds / 60));
}
