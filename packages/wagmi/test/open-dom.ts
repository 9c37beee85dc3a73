import { Window } from 'happy-dom'

/**
 * Gives this process a page, and nothing else of a browser: requests are still made by Node. What
 * renders on a server is to be tested while there is none.
 * @returns a function that takes the page away
 */
export function openDom(): () => void {
  const window = new Window({ url: 'http://localhost/' })
  const { document, navigator } = window
  const given = { window, document, navigator, IS_REACT_ACT_ENVIRONMENT: true }
  // Newer versions of Node have a `navigator` of their own.
  const added = Object.entries(given).filter(([name]) => !(name in globalThis))
  Object.assign(globalThis, Object.fromEntries(added))
  return () => {
    for (const [name] of added) {
      Reflect.deleteProperty(globalThis, name)
    }
    window.close()
  }
}
