/** An element that the Tab key reaches. */
export interface FocusStop {
  /** Its place in the document, which tells two alike apart. */
  readonly index: number;
  readonly html: string;
  /** In the document, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** What keeps people from seeing where they are. */
  readonly hiddenBy: string | undefined;
}

/** In the browser: where the focus is; undefined outside of the page. */
export function focusStop(): FocusStop | undefined {
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const [line] = element.getClientRects();
  const [x, y] = [(line!.left + line!.right) / 2, (line!.top + line!.bottom) / 2];
  const above = document.elementFromPoint(x, y);
  const isInWindow = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
  const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  const isCovered = above === null || !(element.contains(above) || above.contains(element));
  const problems = [
    ...(isInWindow ? [] : ['it is outside of the window']),
    ...(isOutlined ? [] : ['it has no outline']),
    ...(isInWindow && isCovered ? [`it is covered by ${above?.outerHTML.slice(0, 60)}`] : []),
  ];
  return {
    index: [...document.querySelectorAll('*')].indexOf(element),
    html: element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100),
    left: left + scrollX,
    top: top + scrollY,
    right: right + scrollX,
    bottom: bottom + scrollY,
    hiddenBy: problems.join(', ') || undefined,
  };
}

/** In the browser: the elements that the Tab key must reach, by their place in the document. Of radio buttons, one per name. */
export function tabbable(): { index: number; html: string }[] {
  const all = [...document.querySelectorAll('*')];
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const isChosen = (radio: HTMLInputElement): boolean => {
    const group = radios.filter(({ name }) => name === radio.name);
    return radio === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
    )
    .filter((element) => !element.matches('input[type=radio]') || isChosen(element as HTMLInputElement))
    .map((element) => ({
      index: all.indexOf(element),
      html: element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 100),
    }));
}

/** In the browser: takes the focus to where it is on a page that gives it to no field. */
export function focusNothing(): void {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}
