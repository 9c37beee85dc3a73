const key = 'demo.link-mode'

/**
 * Stored, because the page that a wallet opens with its answer needs the same setting as the one
 * that asked.
 */
export function readLinkMode(page: Window): boolean {
  return page.localStorage.getItem(key) === 'on'
}

export function keepLinkMode(page: Window, isOn: boolean): void {
  if (isOn) page.localStorage.setItem(key, 'on')
  else page.localStorage.removeItem(key)
}
