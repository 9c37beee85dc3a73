import type { StacksLocalCache } from '@latchkey/protocol'
import {
  type AddressesAnswer,
  type AnswerOf,
  type ConnectRequestOptions,
  createStacksConnect,
  type StacksConnect,
} from './create-stacks-connect.ts'
import type { WalletConnectOptions } from './remote/wallet-connect-settings.ts'

/**
 * The page keeps its single instance under this symbol, because the functions below take no
 * instance as an argument. They replace those of `@stacks/connect`, which take none either.
 */
const instanceKey: unique symbol = Symbol.for('latchkey.stacks-connect')

function instanceOfPage(): StacksConnect | undefined {
  if (typeof window === 'undefined') return undefined
  const page = window as unknown as { [instanceKey]?: StacksConnect }
  page[instanceKey] ??= createStacksConnect({ page, storage: storageOf(window) })
  return page[instanceKey]
}

function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage
  } catch {
    return undefined
  }
}

/**
 * Lets the visitor choose a wallet and share addresses. Does nothing on a server. Throws
 * `JsonRpcError`.
 */
export async function connect(
  options?: ConnectRequestOptions & { readonly network?: unknown },
): Promise<AddressesAnswer | undefined> {
  return instanceOfPage()?.connect(options)
}

/**
 * Sends a request to the wallet that the visitor has chosen; when none is chosen, the visitor
 * chooses one first. On a server, where nobody can choose a wallet, it resolves to undefined, which
 * its type leaves out. Throws `JsonRpcError`.
 */
export async function request<M extends string>(method: M, params?: unknown): Promise<AnswerOf<M>>
export async function request<M extends string>(
  options: ConnectRequestOptions,
  method: M,
  params?: unknown,
): Promise<AnswerOf<M>>
export async function request(...args: readonly unknown[]): Promise<unknown> {
  return instanceOfPage()?.request(...(args as [string, unknown?]))
}

/**
 * Ends the connection, also in the wallet, and deletes the choice of the wallet and the stored
 * addresses. With `walletConnect`, it also ends the session of a remote wallet that an earlier page
 * left open.
 */
export function disconnect(options?: WalletConnectOptions): void {
  instanceOfPage()?.disconnect(options)
}

/** Whether this browser has stored addresses of a connected wallet. */
export function isConnected(): boolean {
  return instanceOfPage()?.isConnected() ?? false
}

/** Deletes the stored addresses; the chosen wallet stays chosen. */
export function clearLocalStorage(): void {
  instanceOfPage()?.clearLocalStorage()
}

/** Id of the chosen wallet: the path of its object on `window`, or `WalletConnectProvider`. */
export function getSelectedProviderId(): string | null {
  return instanceOfPage()?.getSelectedProviderId() ?? null
}

/** Chooses a wallet by its id, without the dialog. */
export function setSelectedProviderId(id: string): void {
  instanceOfPage()?.setSelectedProviderId(id)
}

/** Deletes the stored choice of a wallet. */
export function clearSelectedProviderId(): void {
  instanceOfPage()?.clearSelectedProviderId()
}

/** The chosen wallet's object on the page; undefined when there is none. */
export function getSelectedProvider(): object | undefined {
  return instanceOfPage()?.getSelectedProvider()
}

/** Whether a wallet is chosen. */
export function isProviderSelected(): boolean {
  return getSelectedProviderId() !== null
}

/**
 * @deprecated The chosen wallet's object, or the one at `window.StacksProvider`, a path that
 *   several wallets use.
 */
export function getStacksProvider(): object | undefined {
  const ownProvider = getSelectedProvider()
  if (ownProvider || typeof window === 'undefined') return ownProvider
  const { StacksProvider, BlockstackProvider } = window as {
    StacksProvider?: object
    BlockstackProvider?: object
  }
  return StacksProvider ?? BlockstackProvider
}

/** Whether a Stacks wallet has put its object on the page. */
export function isStacksWalletInstalled(): boolean {
  return getStacksProvider() !== undefined
}

/** The stored addresses, without keys and derivation paths. */
export function getLocalStorage(): StacksLocalCache | null {
  return instanceOfPage()?.getLocalStorage() ?? null
}
