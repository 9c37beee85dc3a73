import { getAccount, type Kit } from '@latchkey/core'
import { addressOfAccount } from '../encoding/account.ts'
import { hexOfChain } from '../encoding/chain-id.ts'
import { ProviderRpcError } from './provider-error.ts'

/** The events of EIP-1193, with what each passes to its listeners. */
export interface ProviderEvents {
  /** A wallet was connected; `chainId` is the id of its chain in hex. */
  connect: (info: { readonly chainId: `0x${string}` }) => void
  /** The wallet was disconnected; the error has the code 4900. */
  disconnect: (error: ProviderRpcError) => void
  /** The wallet is on another chain; the listener gets the chain id in hex. */
  chainChanged: (chainId: `0x${string}`) => void
  /**
   * The accounts that the page may use have changed. The listener gets their addresses, the
   * selected one first; the list is empty when there are none.
   */
  accountsChanged: (accounts: readonly `0x${string}`[]) => void
  /** Never sent: it exists for subscriptions, which this provider does not offer. */
  message: (message: { readonly type: string; readonly data: unknown }) => void
}

type Listener = (payload: never) => void

interface Entry {
  readonly listener: Listener
  readonly isOnce: boolean
}

/** The listeners of one provider. */
export interface ProviderEmitter {
  add(event: string, listener: Listener): void
  addOnce(event: string, listener: Listener): void
  remove(event: string, listener: Listener): void
}

/** The part of the kit's state that a page sees through the provider. */
export interface ProviderState {
  /**
   * Chain id in hex: that of the active wallet or, while no wallet is connected, of the chain that
   * the visitor chose.
   */
  readonly chainId: `0x${string}`
  /** Addresses of the accounts, the selected one first; empty while no wallet is connected. */
  readonly accounts: readonly `0x${string}`[]
}

export function readProviderState(kit: Kit): ProviderState {
  const { account, accounts, chain } = getAccount(kit, { namespace: 'eip155' })
  const addresses = accounts.map((one) => addressOfAccount(one.account))
  return {
    chainId: hexOfChain(chain),
    accounts: account ? [...new Set([addressOfAccount(account), ...addresses])] : [],
  }
}

/**
 * Tells the listeners what changed between two states of the kit: first that a wallet was
 * connected, then its chain, then its accounts, then that it was disconnected. The kit is watched
 * only while there are listeners.
 */
export function openEmitter(kit: Kit): ProviderEmitter {
  const entriesByEvent = new Map<string, readonly Entry[]>()
  let stopWatching: (() => void) | undefined
  let lastState = readProviderState(kit)

  const removeEntry = (event: string, isMeant: (entry: Entry) => boolean): void => {
    const entries = entriesByEvent.get(event) ?? []
    const removedEntry = entries.find(isMeant)
    if (!removedEntry) return
    const keptEntries = entries.filter((entry) => entry !== removedEntry)
    if (keptEntries.length > 0) entriesByEvent.set(event, keptEntries)
    else entriesByEvent.delete(event)
    if (entriesByEvent.size > 0) return
    stopWatching?.()
    stopWatching = undefined
  }
  const addEntry = (event: string, added: Entry): void => {
    entriesByEvent.set(event, [...(entriesByEvent.get(event) ?? []), added])
    if (stopWatching) return
    lastState = readProviderState(kit)
    stopWatching = kit.watch(emitChanges)
  }
  const emit = <E extends keyof ProviderEvents>(
    event: E,
    payload: Parameters<ProviderEvents[E]>[0],
  ): void => {
    for (const entry of entriesByEvent.get(event) ?? []) {
      if (entry.isOnce) removeEntry(event, (candidate) => candidate === entry)
      try {
        entry.listener(payload as never)
      } catch (error) {
        // An error of one listener is caught, because it must stop neither the other listeners nor
        // the kit.
        setTimeout(() => {
          throw error
        })
      }
    }
  }
  const emitChanges = (): void => {
    const previous = lastState
    const current = readProviderState(kit)
    lastState = current
    const wasConnected = previous.accounts.length > 0
    const isConnected = current.accounts.length > 0
    if (isConnected && !wasConnected) emit('connect', { chainId: current.chainId })
    if (current.chainId !== previous.chainId) emit('chainChanged', current.chainId)
    if (current.accounts.join() !== previous.accounts.join()) {
      emit('accountsChanged', current.accounts)
    }
    if (wasConnected && !isConnected) {
      emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected.'))
    }
  }

  return {
    add: (event, listener) => addEntry(event, { listener, isOnce: false }),
    addOnce: (event, listener) => addEntry(event, { listener, isOnce: true }),
    remove: (event, listener) => removeEntry(event, (entry) => entry.listener === listener),
  }
}
