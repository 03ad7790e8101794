interface SentForm {
  readonly path: string;
  readonly post: Readonly<Record<string, string | readonly string[]>>;
}

/** In the browser: sends a form that the page may not have. */
export function submitForm({ path, post }: SentForm): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: path });
  for (const [name, values] of Object.entries(post))
    for (const value of [values].flat())
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
}
