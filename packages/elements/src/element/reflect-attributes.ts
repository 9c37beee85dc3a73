interface Reflected {
  /**
   * Names of attributes whose property is the attribute's text. A list that is set is joined with
   * spaces.
   */
  readonly texts?: readonly string[]
  /** Names of boolean attributes: the property is whether the attribute is present. */
  readonly flags?: readonly string[]
}

/**
 * Adds a property for each attribute to a class of elements: `terms-url` becomes `termsUrl`.
 * @returns a function that writes the attributes of properties which a page had set on an element
 *   before the class was known
 */
export function reflectAttributes(
  target: { readonly prototype: HTMLElement },
  { texts = [], flags = [] }: Reflected,
): (element: HTMLElement) => void {
  const define = (name: string, get: (element: Element) => unknown): void => {
    Object.defineProperty(target.prototype, propertyOf(name), {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return get(this)
      },
      set(this: Element, value: unknown) {
        if (value === null || value === undefined || value === false) this.removeAttribute(name)
        else if (value === true) this.setAttribute(name, '')
        else this.setAttribute(name, Array.isArray(value) ? value.join(' ') : String(value))
      },
    })
  }
  for (const name of texts) {
    define(name, (element) => element.getAttribute(name))
  }
  for (const name of flags) {
    define(name, (element) => element.hasAttribute(name))
  }
  return (element) => {
    for (const name of [...texts, ...flags].map(propertyOf)) {
      if (!Object.hasOwn(element, name)) continue
      const value = Reflect.get(element, name)
      Reflect.deleteProperty(element, name)
      Reflect.set(element, name, value)
    }
  }
}

function propertyOf(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
