import {
  type Approve,
  createFamilySigner,
  createSigner,
  deriveAccounts,
  type Family,
  type FamilySigner,
  type Grants,
  parseState,
  type Signer,
  type SignerChain,
  type SignerState,
} from '@latchkey/signer'

/**
 * The publicly known mnemonic of local test chains; it protects nothing, so it may be in the
 * source.
 */
export const testSeedWords = 'test test test test test test test test test test test junk'

export const localChain: SignerChain = {
  id: 31_337,
  name: 'Latchkey Devnet',
  symbol: 'ETH',
  decimals: 18,
  rpcUrl: __NODE_URL__,
}

/** URLs of the local nodes of Solana, Bitcoin and Stacks. */
export const familyNodes: Readonly<Record<Family, string>> = __FAMILY_NODES__

/** One line of the activity log. */
export interface LogEntry {
  /** Time of the event, in milliseconds since the epoch. */
  readonly at: number
  readonly origin: string
  readonly what: string
  readonly outcome: 'Approved' | 'Rejected' | 'Failed'
}

/**
 * Reads and writes what the wallet keeps in `localStorage`: permissions and log. All pages and
 * windows of the wallet share it.
 */
export interface WalletStore {
  readState(): SignerState
  writeState(state: SignerState): void
  /** Entries of the log, newest first, at most fifty. */
  readLog(): readonly LogEntry[]
  addToLog(entry: LogEntry): void
  readAccountCount(): number
  writeAccountCount(count: number): void
  clearStorage(): void
  watch(listener: () => void): () => void
  /** A number that increases with every change of the stored data. */
  version(): number
}

const storageKeys = {
  state: 'latchkey-companion.state',
  log: 'latchkey-companion.log',
  count: 'latchkey-companion.accounts',
}

export function createWalletStore(page: Window): WalletStore {
  const listeners = new Set<() => void>()
  const counter = { version: 0 }
  const notifyListeners = (): void => {
    counter.version++
    for (const listener of listeners) {
      listener()
    }
  }
  const readStored = (key: string): unknown => {
    try {
      return JSON.parse(page.localStorage.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  const writeStored = (key: string, value: unknown): void => {
    page.localStorage.setItem(key, JSON.stringify(value))
    notifyListeners()
  }
  const readLog = (): readonly LogEntry[] => {
    const log = readStored(storageKeys.log)
    return Array.isArray(log) ? log.filter(isLogEntry).slice(0, 50) : []
  }
  return {
    readState: () => parseState(readStored(storageKeys.state)),
    writeState: (state) => writeStored(storageKeys.state, state),
    readLog,
    addToLog: (entry) => writeStored(storageKeys.log, [entry, ...readLog()].slice(0, 50)),
    readAccountCount() {
      const count = readStored(storageKeys.count)
      return typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= 10
        ? count
        : 3
    },
    writeAccountCount: (count) => writeStored(storageKeys.count, count),
    clearStorage() {
      for (const key of Object.values(storageKeys)) {
        page.localStorage.removeItem(key)
      }
      notifyListeners()
    },
    watch(listener) {
      if (listeners.size === 0) page.addEventListener('storage', notifyListeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) page.removeEventListener('storage', notifyListeners)
      }
    },
    version: () => counter.version,
  }
}

export function createWallet(store: WalletStore, approve: Approve): Signer {
  return createSigner({
    accounts: deriveAccounts({ mnemonic: testSeedWords, count: store.readAccountCount() }),
    chains: [localChain],
    approve,
    store: { read: store.readState, write: store.writeState },
  })
}

/**
 * Makes the signer for Solana, Bitcoin and Stacks. It starts with the permissions in `grants` and
 * keeps changes to them in memory only.
 */
export function createFamilies(
  store: Pick<WalletStore, 'readAccountCount'>,
  approve: Approve,
  grants: Grants = {},
): FamilySigner {
  const grantState = { grants }
  return createFamilySigner({
    mnemonic: testSeedWords,
    count: store.readAccountCount(),
    nodes: familyNodes,
    approve,
    grants: {
      read: () => grantState.grants,
      write: (next) => void Object.assign(grantState, { grants: next }),
    },
  })
}

function isLogEntry(value: unknown): value is LogEntry {
  const { at, origin, what, outcome } = (value ?? {}) as Partial<Record<keyof LogEntry, unknown>>
  return (
    typeof at === 'number' &&
    typeof origin === 'string' &&
    typeof what === 'string' &&
    (outcome === 'Approved' || outcome === 'Rejected' || outcome === 'Failed')
  )
}
