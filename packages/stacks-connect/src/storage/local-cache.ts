import type { StacksLocalCache } from '@latchkey/protocol'

/** The methods of a `Storage` that the cache needs. */
export interface CacheStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

type Address = StacksLocalCache['addresses']['stx'][number]
type StoredAddress = {
  readonly address?: unknown
  readonly symbol?: unknown
  readonly purpose?: unknown
}

const keys = {
  provider: 'latchkey.stacks-connect.v1.provider',
  addresses: 'latchkey.stacks-connect.v1.addresses',
} as const
/** Storage keys that `@stacks/connect` used; it stored the addresses as JSON, encoded in hex. */
const formerKeys = {
  provider: 'STX_PROVIDER',
  addresses: '@stacks/connect',
  session: 'blockstack-session',
} as const
const limits = { text: 65_536, addresses: 100, address: 90 }
const version = '0.0.1'

/**
 * What this browser stores about a visitor: the id of the chosen wallet, and the addresses without
 * keys. No method throws.
 */
export interface LocalCache {
  provider(): string | undefined
  setProvider(id: string | undefined): void
  addresses(): StacksLocalCache | undefined
  setAddresses(addresses: readonly StoredAddress[]): void
  /** Deletes everything that this cache has stored, and any data that `@stacks/connect` left. */
  clear(): void
}

/**
 * Opens the cache. Data that `@stacks/connect` left is read once, kept without public keys and
 * derivation paths, and deleted.
 */
export function openLocalCache(storage: CacheStorage | undefined): LocalCache {
  const tryStorage = <T>(run: (storage: CacheStorage) => T): T | undefined => {
    try {
      return storage && run(storage)
    } catch {
      return undefined
    }
  }
  const getText = (key: string) => tryStorage((one) => one.getItem(key)) ?? undefined
  const setText = (key: string, value: string) => tryStorage((one) => one.setItem(key, value))
  const removeText = (key: string) => tryStorage((one) => one.removeItem(key))
  const writeCache = (cache: StacksLocalCache) => setText(keys.addresses, JSON.stringify(cache))
  const migrateFormer = () => {
    const [provider, addresses] = [getText(formerKeys.provider), getText(formerKeys.addresses)]
    if (provider === undefined && addresses === undefined) return
    if (provider && isProviderId(provider) && getText(keys.provider) === undefined)
      setText(keys.provider, provider)
    const migratedCache =
      addresses && getText(keys.addresses) === undefined
        ? readCache(decodeHexText(addresses))
        : undefined
    if (migratedCache) writeCache(migratedCache)
    removeText(formerKeys.provider)
    removeText(formerKeys.addresses)
  }
  migrateFormer()
  return {
    provider() {
      const id = getText(keys.provider)
      return id !== undefined && isProviderId(id) ? id : undefined
    },
    setProvider: (id) =>
      void (id === undefined ? removeText(keys.provider) : setText(keys.provider, id)),
    addresses: () => readCache(getText(keys.addresses)),
    setAddresses: (reportedAddresses) => void writeCache(makeCache(reportedAddresses, Date.now())),
    clear() {
      for (const key of [...Object.values(keys), ...Object.values(formerKeys)]) {
        removeText(key)
      }
    },
  }
}

/** Addresses in the stored form: without keys and paths, each once, payment addresses first. */
export function makeCache(
  reportedAddresses: readonly StoredAddress[],
  updatedAt: number,
): StacksLocalCache {
  const sortedAddresses = reportedAddresses
    .slice(0, limits.addresses)
    .filter((one) => isAddress(one?.address))
    .sort((a, b) => Number(b.purpose === 'payment') - Number(a.purpose === 'payment'))
  const bareAddresses = sortedAddresses.map(({ address, symbol }): Address => {
    const isSymbol = symbol === 'BTC' || symbol === 'STX'
    return { address: address as string, ...(isSymbol && { symbol }) }
  })
  const uniqueAddresses = bareAddresses.filter(
    ({ address }, i) =>
      bareAddresses.findIndex((otherAddress) => otherAddress.address === address) === i,
  )
  const isStacks = ({ address }: Address) => address.startsWith('S')
  return {
    addresses: {
      stx: uniqueAddresses.filter(isStacks),
      btc: uniqueAddresses.filter((one) => !isStacks(one)),
    },
    version,
    updatedAt,
  }
}

function readCache(text: string | undefined): StacksLocalCache | undefined {
  if (text === undefined || text.length > limits.text) return undefined
  try {
    const { addresses, updatedAt } = JSON.parse(text) as {
      addresses: { stx?: unknown; btc?: unknown }
      updatedAt?: unknown
    }
    const allAddresses = [addresses.stx, addresses.btc].flatMap((list) =>
      Array.isArray(list) ? (list as StoredAddress[]) : [],
    )
    return makeCache(allAddresses, Number.isSafeInteger(updatedAt) ? (updatedAt as number) : 0)
  } catch {
    return undefined
  }
}

function decodeHexText(hex: string): string | undefined {
  if (hex.length > 2 * limits.text || hex.length % 2 === 1 || /[^0-9a-f]/i.test(hex))
    return undefined
  try {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const isAddress = (value: unknown) =>
  typeof value === 'string' && /^[a-zA-Z0-9]{14,90}$/.test(value)
const isProviderId = (id: string) => id.length <= 128 && /^[\w$.]+$/.test(id)
