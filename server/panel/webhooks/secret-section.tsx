import type { VNode } from 'preact';
import { Time } from '../kit/elements/time.tsx';
import type { PanelRequest } from '../request/route.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words } from './secret-words.ts';

interface SecretSectionProps {
  readonly request: PanelRequest;
  readonly named: NamedEndpoint;
}

/** Never the secret itself: that is asked for, and audited. */
export function SecretSection({ request: { locale, format }, named }: SecretSectionProps): VNode {
  const w = words[locale];
  const { endpoint, path } = named;
  return (
    <section id="secret">
      <h2>{w.secret}</h2>
      <p class="quiet">{w.secretIntro}</p>
      {endpoint.previousSecretUntil === null ? null : (
        <p>
          {w.previousUntil} <Time at={endpoint.previousSecretUntil} format={format} />.
        </p>
      )}
      <div class="actions">
        <form method="post" action={`${path}/secret`}>
          <button type="submit" class="button">
            {w.reveal}
          </button>
        </form>
        <a class="button" href={`${path}/rotate`}>
          {w.rotate}
        </a>
        <a class="button" href={`${path}/verify`}>
          {w.verify}
        </a>
      </div>
    </section>
  );
}
