import type { Page } from 'playwright-core';
import type { SampleShop } from '../support/panel-sample.ts';
import { submitForm } from './in-browser/submit-form.ts';

/** A page as staff see it, for the pictures and for everything that holds for all pages. */
export interface Look {
  /** Names the picture's file. */
  readonly name: string;
  readonly path: string;
  /** Whose session it is. Without it nobody is logged in. */
  readonly user?: keyof SampleShop['users'];
  /** The form whose answer is the page. It's sent to `path`. */
  readonly post?: Readonly<Record<string, string | readonly string[]>>;
  /** Also pictured in the dark. */
  readonly dark?: boolean;
}

/** Every page, and what the pages show after a mistake, without a permission, or when there is nothing to show. */
export function looks(_sample: SampleShop): readonly Look[] {
  return [
    { name: 'login', path: '/panel/login', dark: true },
    {
      name: 'login-refused',
      path: '/panel/login',
      post: { email: 'ana@serraalta.com.br', password: 'errada' },
    },
    { name: 'account', path: '/panel/account', user: 'both' },
    { name: 'not-found', path: '/panel/nada', user: 'both' },
  ];
}

/** Goes to the page, and returns the status it came with. */
export async function show(page: Page, { path, post }: Look): Promise<number> {
  const response = await page.goto(path);
  if (!post) return response!.status();
  const answered = page.waitForResponse((each) => each.request().method() === 'POST');
  await page.evaluate(submitForm, { path, post });
  await page.waitForLoadState('load');
  return (await answered).status();
}
