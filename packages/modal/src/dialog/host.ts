import type { Stop } from '@latchkey/core'

/** Our element in the page and the shadow root in it. */
export interface Host {
  readonly element: HTMLElement
  readonly root: ShadowRoot
  adopt(css: string): void
  /** Puts the element back where a page has removed it, and takes off what makes it unreachable. */
  ensure(): void
  /**
   * Calls when the page removes the element; takes `inert` and `aria-hidden` off as long as it
   * runs.
   */
  guard(onRemoved: () => void): Stop
  remove(): void
}

// What a page's handlers must not take for clicks outside of its own dialogs, or for its shortcuts.
const stopped = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'click',
  'focusin',
  'keydown',
  'keyup',
  'input',
]
const hiders = ['inert', 'aria-hidden', 'hidden']

/**
 * Makes the element, outside of `body`, which pages hide, scale and empty. A page can register a
 * custom property of any name it knows, so the internal ones get a name nobody knows.
 */
export function createHost(css: string): Host {
  const element = document.createElement('latchkey-modal')
  const root = element.attachShadow({ mode: 'open' })
  const secret = `--k${crypto.getRandomValues(new Uint32Array(2)).join('')}-`
  const adoptStyles = (text: string): void => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text.replaceAll('--lk-', secret))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }
  adoptStyles(css)
  element.dataset.prefix = secret
  for (const type of stopped) {
    root.addEventListener(type, (event) => event.stopPropagation())
  }
  const showElement = (): void => {
    for (const name of hiders) {
      if (element.hasAttribute(name)) element.removeAttribute(name)
    }
  }
  const ensureElement = (): void => {
    if (!element.isConnected) document.documentElement.append(element)
    showElement()
  }
  return {
    element,
    root,
    adopt: adoptStyles,
    ensure: ensureElement,
    guard: (onRemoved) => {
      const attributes = new MutationObserver(showElement)
      attributes.observe(element, { attributes: true, attributeFilter: hiders })
      const children = new MutationObserver(() => element.isConnected || onRemoved())
      children.observe(document.documentElement, { childList: true })
      return () => {
        attributes.disconnect()
        children.disconnect()
      }
    },
    remove: () => element.remove(),
  }
}
