const key = 'demo.link-mode'

/**
 * Whether WalletConnect's link mode is on. The setting is stored, because the page that a wallet
 * opens with its answer needs the same setting as the page that asked.
 */
export function readLinkMode(page: Window): boolean {
  return page.localStorage.getItem(key) === 'on'
}

export function keepLinkMode(page: Window, isOn: boolean): void {
  if (isOn) page.localStorage.setItem(key, 'on')
  else page.localStorage.removeItem(key)
}
