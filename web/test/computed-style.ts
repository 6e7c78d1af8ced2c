/**
 * A cheap getComputedStyle for jsdom. For each computed style, jsdom matches the element against the 150 selectors of
 * its own style sheet, and a query by role computes the style of every element, which would take most of the time of
 * these tests. If the page has no style sheet and the element has no inline `display`, `display` depends only on the
 * tag name, a few attributes, and whether the parent is HEAD. Elements that agree in all of these share a cached
 * `display`. Visibility and pointer events depend only on the inline styles of the element and its ancestors.
 */
export const cheapComputedStyle = (real: typeof window.getComputedStyle): typeof window.getComputedStyle => {
  const displays = new Map<string, string>();
  const displayOf = (element: Element): string => {
    const own = inline(element, 'display');
    if (own) return own;
    const flags = ['type', 'hidden', 'open'].map((name) => `${name}=${element.getAttribute(name)}`);
    const key = [element.tagName, element.parentElement?.tagName === 'HEAD', ...flags].join();
    const display = displays.get(key) ?? real(element).display;
    displays.set(key, display);
    return display;
  };
  return (element, pseudo) => {
    if (pseudo || document.styleSheets.length > 0) return real(element, pseudo);
    const cheap = {
      get display() {
        return displayOf(element);
      },
      get visibility() {
        return inherited(element, 'visibility') ?? 'visible';
      },
      get pointerEvents() {
        return inherited(element, 'pointerEvents') ?? 'auto';
      },
      getPropertyValue: (name: string): string =>
        name === 'display' || name === 'visibility' ? cheap[name] : real(element).getPropertyValue(name),
    };
    return new Proxy(cheap as unknown as CSSStyleDeclaration, {
      get: (style, name) => Reflect.get(name in style ? style : real(element), name),
    });
  };
};

type Property = 'display' | 'visibility' | 'pointerEvents';

const inline = (element: Element, name: Property): string | undefined =>
  element.hasAttribute('style') ? (element as HTMLElement).style[name] : undefined;

function inherited(element: Element, name: Property): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const value = inline(at, name);
    if (value) return value;
  }
  return undefined;
}
