import type { Wire } from './wallet-card.ts'

/** Converts values to the JSON form in which they are passed between test and page, and back. */
export interface WireCodec {
  encode(value: unknown): Wire
  decode(value: unknown): unknown
}

/**
 * Creates a codec. Objects for which `isAccount` returns true are passed with an id and decoded to
 * the same object again, because a Wallet Standard wallet recognises only account objects that it
 * created.
 */
export function makeWireCodec(isAccount: (value: object) => boolean): WireCodec {
  const ids = new WeakMap<object, string>()
  const accounts = new Map<string, object>()
  const idOf = (account: object): string => {
    const known = ids.get(account)
    if (known !== undefined) return known
    const id = String(accounts.size)
    ids.set(account, id)
    accounts.set(id, account)
    return id
  }
  const encodeFields = (value: object): { readonly [key: string]: Wire } =>
    Object.fromEntries(Object.entries(value).map(([key, field]) => [key, encode(field)]))
  const encode = (value: unknown): Wire => {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
    if (typeof value === 'function') return { $: 'function' }
    if (value instanceof Uint8Array) return { $: 'bytes', list: [...value] }
    if (Array.isArray(value)) return value.map(encode)
    if (typeof value !== 'object') return { $: 'undefined' }
    if (isAccount(value)) return { $: 'account', id: idOf(value), fields: encodeFields(value) }
    return encodeFields(value)
  }
  const decode = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(decode)
    const fields = value as Readonly<Record<string, unknown>>
    if (fields.$ === 'undefined') return undefined
    if (fields.$ === 'bigint') return BigInt(String(fields.text))
    if (fields.$ === 'bytes') return Uint8Array.from(fields.list as readonly number[])
    if (fields.$ === 'account') return accounts.get(String(fields.id))
    return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, decode(field)]))
  }
  return { encode, decode }
}
