const key = 'demo.link-mode'

/** Kept, as the page that a wallet answers by opening must be set up as the one that asked. */
export function readLinkMode(page: Window): boolean {
  return page.localStorage.getItem(key) === 'on'
}

export function keepLinkMode(page: Window, isOn: boolean): void {
  if (isOn) page.localStorage.setItem(key, 'on')
  else page.localStorage.removeItem(key)
}
