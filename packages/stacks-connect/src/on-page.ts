import type { StacksLocalCache } from '@latchkey/protocol'
import {
  type AddressesAnswer,
  type ConnectRequestOptions,
  createStacksConnect,
  type StacksConnect,
} from './create-stacks-connect.ts'
import type { WalletConnectOptions } from './remote/wallet-connect-settings.ts'

/**
 * Where the page keeps its one: the functions below take no instance, as in the library whose place
 * they take.
 */
const place: unique symbol = Symbol.for('latchkey.stacks-connect')

function instanceOfPage(): StacksConnect | undefined {
  if (typeof window === 'undefined') return undefined
  const page = window as unknown as { [place]?: StacksConnect }
  page[place] ??= createStacksConnect({ page, storage: storageOf(window) })
  return page[place]
}

function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage
  } catch {
    return undefined
  }
}

/**
 * Lets the visitor choose a wallet and share addresses. On a server nothing happens. Throws
 * `JsonRpcError`.
 */
export async function connect(
  options?: ConnectRequestOptions & { readonly network?: unknown },
): Promise<AddressesAnswer | undefined> {
  return instanceOfPage()?.connect(options)
}

/**
 * Asks the chosen wallet; lets the visitor choose one first where none is chosen. On a server
 * nothing happens. Throws `JsonRpcError`.
 */
export async function request(method: string, params?: unknown): Promise<unknown>
export async function request(
  options: ConnectRequestOptions,
  method: string,
  params?: unknown,
): Promise<unknown>
export async function request(...all: readonly unknown[]): Promise<unknown> {
  return instanceOfPage()?.request(...(all as [string, unknown?]))
}

/**
 * Forgets the chosen wallet and the kept addresses, and tells the wallet; with `walletConnect` one
 * of an earlier page too.
 */
export function disconnect(options?: WalletConnectOptions): void {
  instanceOfPage()?.disconnect(options)
}

/** Whether an address is kept. */
export function isConnected(): boolean {
  return instanceOfPage()?.isConnected() ?? false
}

/** Forgets the kept addresses; whoever was chosen stays chosen. */
export function clearLocalStorage(): void {
  instanceOfPage()?.clearLocalStorage()
}

/** Dotted path of the chosen wallet, or `WalletConnectProvider`. */
export function getSelectedProviderId(): string | null {
  return instanceOfPage()?.getSelectedProviderId() ?? null
}

/** Chooses a wallet without the dialog. */
export function setSelectedProviderId(id: string): void {
  instanceOfPage()?.setSelectedProviderId(id)
}

/** From now on nobody is chosen. */
export function clearSelectedProviderId(): void {
  instanceOfPage()?.clearSelectedProviderId()
}

/** The chosen wallet's own object on the page. */
export function getSelectedProvider(): object | undefined {
  return instanceOfPage()?.getSelectedProvider()
}

/** Whether a wallet is chosen. */
export function isProviderSelected(): boolean {
  return getSelectedProviderId() !== null
}

/**
 * @deprecated The chosen wallet's object, or whichever stands at `window.StacksProvider`, where
 *   several wallets put themselves.
 */
export function getStacksProvider(): object | undefined {
  const own = getSelectedProvider()
  if (own || typeof window === 'undefined') return own
  const { StacksProvider, BlockstackProvider } = window as {
    StacksProvider?: object
    BlockstackProvider?: object
  }
  return StacksProvider ?? BlockstackProvider
}

/** Whether there is such an object. */
export function isStacksWalletInstalled(): boolean {
  return getStacksProvider() !== undefined
}

/** The kept addresses, without keys and paths. */
export function getLocalStorage(): StacksLocalCache | null {
  return instanceOfPage()?.getLocalStorage() ?? null
}
