import { dictionary, SubmitButton, useLocale } from '../kit/index.ts';
import type { KeptForm } from '../session/session.ts';

const words = dictionary({
  ended: [
    'Sua sessão tinha terminado, e nada foi enviado. O que você preencheu está guardado; senhas, códigos e valores de cabeçalhos, não.',
    'Your session had ended, and nothing was sent. What you filled in is kept; passwords, codes and values of headers are not.',
  ],
  send: ['Enviar o que preenchi', 'Send what I filled in'],
});

/** Above the form that it was. The script fills that in and takes the button away; without it, the button sends it. */
export function KeptNotice({ kept: { action, fields } }: { readonly kept: KeptForm }) {
  const text = words[useLocale()];
  return (
    <form method="post" action={action} class="notice warning" data-kept>
      <span aria-hidden="true">!</span>
      <div>
        <p>{text.ended}</p>
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton>{text.send}</SubmitButton>
      </div>
    </form>
  );
}
