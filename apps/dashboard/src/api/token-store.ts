const key = 'latchkey.operator-token'

/**
 * Where the token stands while the operator is signed in: in `sessionStorage`, so that it outlives
 * a reload, is seen by this tab alone and ends with it. Never in a cookie (nothing is sent by
 * itself), never in `localStorage` or an address.
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
      // Without storage the token lives as long as the page.
    }
  },
}
