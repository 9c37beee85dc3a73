const key = 'latchkey.operator-token'

/**
 * Stores the operator's token in `sessionStorage`: it survives a reload, and only this tab sees it.
 * It is never in a cookie (which would be sent automatically), in `localStorage` or in an address.
 */
export const tokenStore = {
  read(): string | undefined {
    try {
      return sessionStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  write(token: string | undefined): void {
    try {
      if (token) sessionStorage.setItem(key, token)
      else sessionStorage.removeItem(key)
    } catch {
      // When the browser blocks storage, the token is lost when the page is reloaded or closed.
    }
  },
}
