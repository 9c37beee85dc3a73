/**
 * Where the kit stores data: the part of `localStorage` that it uses. Everything read from it is
 * untrusted until validated.
 */
export interface KitStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
