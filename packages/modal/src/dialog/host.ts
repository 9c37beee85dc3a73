import type { Stop } from '@latchkey/core'

/** The modal's element in the page, and its shadow root. */
export interface Host {
  readonly element: HTMLElement
  readonly root: ShadowRoot
  adopt(css: string): void
  /**
   * Inserts the element again when the page has removed it, and removes attributes that make it
   * unreachable.
   */
  ensure(): void
  /**
   * Calls `onRemoved` when the page removes the element; removes `inert` and `aria-hidden` until
   * stopped.
   */
  guard(onRemoved: () => void): Stop
  remove(): void
}

// Events that must not leave the dialog, because the page would take them for clicks outside its
// own dialogs or for shortcuts.
const stoppedEvents = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'click',
  'focusin',
  'keydown',
  'keyup',
  'input',
]
const hidingAttributes = ['inert', 'aria-hidden', 'hidden']

/**
 * Makes the element outside of `body`, which pages hide, scale and empty. A page can register any
 * custom property whose name it knows, so the internal ones get random names.
 */
export function createHost(css: string): Host {
  const element = document.createElement('latchkey-modal')
  const root = element.attachShadow({ mode: 'open' })
  const propertyPrefix = `--k${crypto.getRandomValues(new Uint32Array(2)).join('')}-`
  const adoptStyles = (text: string): void => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text.replaceAll('--lk-', propertyPrefix))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }
  adoptStyles(css)
  element.dataset.prefix = propertyPrefix
  for (const type of stoppedEvents) {
    root.addEventListener(type, (event) => event.stopPropagation())
  }
  const showElement = (): void => {
    for (const name of hidingAttributes) {
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
      attributes.observe(element, { attributes: true, attributeFilter: hidingAttributes })
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
