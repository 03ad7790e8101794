/** In the browser: what doesn't fit the window, and what is too small to be hit. Each is described by a line. */
export function looksWrong(leastPixels: number): string[] {
  const describe = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120);
  const visible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;

  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  const overflowing = wide
    ? [...document.body.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .slice(0, 3)
        .map((element) => `wider than the window: ${describe(element)}`)
    : [];

  /** Text in a button isn't wrapped in a wide window, so it could stick out of the box that it belongs to. */
  const sticksOut = (element: Element): boolean =>
    element.getBoundingClientRect().right >
    element.closest('.notice, .panel-box, .alert, .empty, main')!.getBoundingClientRect().right + 1;
  const outside = [...document.querySelectorAll('main :is(.button, input, select, textarea)')]
    .filter((element) => visible(element) && !element.closest('.filters, .scrolls') && sticksOut(element))
    .map((element) => `sticks out of its box: ${describe(element)}`);

  /** A placeholder is never wrapped, so what doesn't fit can't be read. */
  const isCut = (input: HTMLInputElement): boolean => {
    const style = getComputedStyle(input);
    const text = document.createElement('canvas').getContext('2d')!;
    text.font = style.font;
    const room =
      input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return visible(input) && text.measureText(input.placeholder).width > room;
  };
  const cut = [...document.querySelectorAll<HTMLInputElement>('[placeholder]')]
    .filter(isCut)
    .map((input) => `placeholder is cut: ${describe(input)}`);

  /** A link inside a sentence may be as high as its line (WCAG 2.2, 2.5.8). */
  const inSentence = (element: Element): boolean =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement!.textContent.trim() !== element.textContent.trim();
  /** A label can be clicked as well as its input. */
  const boxesOf = (element: Element): DOMRect[] =>
    [element, ...((element as HTMLInputElement).labels ?? [])].map((each) => each.getBoundingClientRect());
  const tooSmall = (element: Element): boolean =>
    !boxesOf(element).some(({ width, height }) => width >= leastPixels - 0.5 && height >= leastPixels - 0.5);
  const small = [
    ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'),
  ]
    .filter(
      (element) => visible(element) && !element.matches('.skip') && !inSentence(element) && tooSmall(element),
    )
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return `smaller than ${leastPixels} px: ${Math.round(width)} × ${Math.round(height)}: ${describe(element)}`;
    });
  return [...overflowing, ...outside, ...cut, ...small];
}
