import { dictionary } from '../kit/language/dictionary.ts';
import { plural } from '../kit/language/plural.ts';

export const words = dictionary({
  pt: {
    title: 'Entrar',
    intro: 'Painel da sua equipe',
    email: 'E-mail',
    password: 'Senha',
    submit: 'Entrar',
    emailMissing: 'Informe seu e-mail.',
    passwordMissing: 'Informe sua senha.',
    wrong: 'E-mail ou senha incorretos, ou este usuário foi desativado.',
    throttled: (wait: string) => `Muitas tentativas de entrar. Tente de novo em ${wait}.`,
    throttledHelp: 'Um navegador em que você já entrou com este e-mail não precisa esperar.',
    busy: 'Muita gente está entrando agora. Tente de novo em alguns segundos.',
    seconds: (count: number) => `${count} ${plural(count, 'segundo', 'segundos')}`,
    minutes: (count: number) => `${count} ${plural(count, 'minuto', 'minutos')}`,
    insecure: 'Não dá para entrar por este endereço: a conexão não é https.',
    insecureHelp:
      'Em produção a sessão só vale por https. Abra o painel pelo endereço https. Se você já abriu, um proxy termina o TLS antes do Tradepost: quem opera o serviço precisa definir TRUST_PROXY, e o proxy precisa enviar X-Forwarded-Proto.',
    chooseTitle: 'Escolha a empresa',
    chooseIntro: (email: string) => `${email} é usuário de mais de uma.`,
    forgot: 'Esqueceu a senha? Quem opera o Tradepost pode definir outra.',
  },
  en: {
    title: 'Log in',
    intro: "Your team's panel",
    email: 'E-mail',
    password: 'Password',
    submit: 'Log in',
    emailMissing: 'Enter your e-mail address.',
    passwordMissing: 'Enter your password.',
    wrong: 'The e-mail address or the password is wrong, or this user was disabled.',
    throttled: (wait: string) => `Too many attempts to log in. Try again in ${wait}.`,
    throttledHelp: "A browser that you've logged in with before doesn't have to wait.",
    busy: 'Many people are logging in right now. Try again in a few seconds.',
    seconds: (count: number) => `${count} ${plural(count, 'second', 'seconds')}`,
    minutes: (count: number) => `${count} ${plural(count, 'minute', 'minutes')}`,
    insecure: "You can't log in at this address: the connection isn't https.",
    insecureHelp:
      'In production a session needs https. Open the panel by its https address. If you did, a proxy ends TLS before Tradepost: whoever runs the service has to set TRUST_PROXY, and the proxy has to send X-Forwarded-Proto.',
    chooseTitle: 'Choose the company',
    chooseIntro: (email: string) => `${email} is a user of more than one.`,
    forgot: 'Forgot your password? Whoever runs Tradepost can set another one.',
  },
});
