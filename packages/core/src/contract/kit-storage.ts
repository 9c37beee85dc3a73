/**
 * Where the kit keeps things: the part of `localStorage` it uses. Everything read from it is
 * foreign until validated.
 */
export interface KitStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
