/**
 * The storage of a kit: the part of `localStorage`'s interface that the kit uses. Everything read
 * from it is untrusted until validated.
 */
export interface KitStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}
