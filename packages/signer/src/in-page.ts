import { toRecord } from './chain.ts'
import { callNode, readMethods } from './provider/call-node.ts'
import { ProviderError, rejected, unauthorized } from './provider/provider-error.ts'
import { askWindow } from './window/ask-window.ts'
import { type PageSite, readPageSite, siteType } from './window/window-message.ts'

/** How the test wallet answers automatically; fields that are absent stay unchanged. */
export interface TestWalletScript {
  /** `ask` (the default) leaves the decision to the visitor. */
  readonly answer?: 'ask' | 'approve' | 'reject' | 'hang'
  /** Delay of each answer in milliseconds. */
  readonly delayMs?: number
  /** Account to select; it must be granted to the site. */
  readonly account?: string
  /** Chain to switch to (EIP-155 number), as if the visitor did so in the wallet. */
  readonly chain?: number
  /** Set to end the connection, as if the visitor did so in the wallet. */
  readonly isDisconnected?: true
}

export interface TestWalletOptions {
  /**
   * Address of the companion, the server of the wallet's own page; default `http://localhost:4303`.
   */
  readonly companionUrl?: string
  /** JSON-RPC address of chain 31337; default `http://localhost:8545`. */
  readonly rpcUrl?: string
  /** Window of the page; default: the current one. */
  readonly page?: Window
}

type Listener = (payload: unknown) => void

/** The API of `window.testWallet` for tests. */
export interface TestWallet {
  readonly provider: {
    request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
    on(name: string, listener: Listener): void
    removeListener(name: string, listener: Listener): void
  }
  script(script: TestWalletScript): void
  /** Opens the wallet's page in a window that reports changes to this page at once. */
  openWallet(): void
  /** Stops announcing the test wallet, and removes it from the page. */
  stop(): void
}

const siteStorageKey = 'latchkey-test-wallet.site'
const homeChainId = 31_337
const answers = ['ask', 'approve', 'reject', 'hang'] as const
const windowMethods = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' rx='10' fill='%230f766e'/%3E%3Cpath d='M16 10h8m-6 0v8l-6 9a2 2 0 0 0 2 3h12a2 2 0 0 0 2-3l-6-9v-8m-7 14h10' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/**
 * Announces the test wallet to a page (EIP-6963) and exposes it as `window.testWallet`. Its keys
 * stay in the origin of the companion, the server of the wallet's own page.
 * `?testWallet=approve|reject|hang` in the page's address sets its answers from the start.
 */
export function announceTestWallet(options: TestWalletOptions = {}): TestWallet {
  const {
    companionUrl = 'http://localhost:4303',
    rpcUrl = 'http://localhost:8545',
    page = window,
  } = options
  const listeners = new Map<string, Set<Listener>>()
  const requestedMode = answers.find(
    (mode) => mode === new URLSearchParams(page.location.search).get('testWallet'),
  )
  const state = {
    site: loadSite(page),
    chain: homeChainId,
    answer: requestedMode ?? 'ask',
    delayMs: 0,
    isOpen: false,
  }

  const emitEvent = (name: string, payload: unknown): void => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      listener(payload)
    }
  }
  const readChain = (): number => state.site?.chain ?? state.chain
  // For the devnet the page's own `rpcUrl` is used, because the page's CSP may allow only that
  // spelling of the address, and the wallet's own page may use another one.
  const readUrl = (): string =>
    state.site && readChain() !== homeChainId ? state.site.rpcUrl : rpcUrl
  const changeSite = (site: PageSite | null): void => {
    const previousState = { accounts: state.site?.accounts ?? [], chain: readChain() }
    if (!site) state.chain = homeChainId
    state.site = site
    if (site) page.localStorage.setItem(siteStorageKey, JSON.stringify(site))
    else page.localStorage.removeItem(siteStorageKey)
    if (previousState.chain !== readChain()) emitEvent('chainChanged', toHex(readChain()))
    if (previousState.accounts.join() !== (site?.accounts ?? []).join())
      emitEvent('accountsChanged', site?.accounts ?? [])
  }
  /**
   * Stores a new grant. If it has the same accounts as before, they keep the order that this page
   * has chosen.
   */
  const applySite = (site: PageSite | null): void => {
    const accounts = state.site?.accounts ?? []
    const hasSameAccounts =
      site !== null && [...accounts].sort().join() === [...site.accounts].sort().join()
    changeSite(hasSameAccounts ? { ...site, accounts } : site)
  }
  const { origin: walletOrigin } = new URL(companionUrl)
  const handleWindowMessage = (event: MessageEvent): void => {
    // Only messages of a wallet window are accepted; they can change a connection of this page but
    // not create one.
    if (event.origin !== walletOrigin || toRecord(event.data).type !== siteType || !state.site)
      return
    const { site } = toRecord(event.data)
    const pageSite = readPageSite(site)
    if (site === null || pageSite) applySite(pageSite)
  }
  const askWallet = async (method: string, params: unknown): Promise<unknown> => {
    if (state.answer === 'hang') return new Promise(() => undefined)
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
    if (state.answer === 'reject') throw rejected()
    if (state.isOpen)
      throw new ProviderError(-32002, "The test wallet's window is open with another request")
    state.isOpen = true
    try {
      const windowRequest = {
        method,
        params,
        chain: readChain(),
        isScripted: state.answer === 'approve',
      }
      const { result, site } = await askWindow(page, companionUrl, windowRequest)
      applySite(site)
      return method === 'eth_requestAccounts' ? (state.site?.accounts ?? []) : result
    } catch (error) {
      if (toRecord(error).code === 4100) changeSite(null)
      throw error
    } finally {
      state.isOpen = false
    }
  }
  const localMethods: Record<string, (params: unknown) => unknown> = {
    eth_accounts: () => state.site?.accounts ?? [],
    eth_chainId: () => toHex(readChain()),
    wallet_getCapabilities: () =>
      state.site ? { [toHex(readChain())]: { atomic: { status: 'unsupported' } } } : {},
    wallet_getPermissions: () =>
      state.site ? [{ parentCapability: 'eth_accounts', caveats: [] }] : [],
    wallet_revokePermissions() {
      changeSite(null)
      return null
    },
  }

  const provider: TestWallet['provider'] = {
    async request({ method, params }) {
      if (method === 'eth_requestAccounts' && state.site) return state.site.accounts
      if (windowMethods.includes(method)) {
        if (
          !state.site &&
          method !== 'eth_requestAccounts' &&
          method !== 'wallet_requestPermissions'
        )
          throw unauthorized()
        return askWallet(method, params)
      }
      if (Object.hasOwn(localMethods, method)) return localMethods[method]?.(params)
      if (readMethods.includes(method)) return callNode(readUrl(), method, params)
      throw new ProviderError(4200, `The test wallet does not know ${String(method).slice(0, 60)}`)
    },
    on(name, listener) {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener(name, listener) {
      listeners.get(name)?.delete(listener)
    },
  }

  const walletInfo = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Test wallet',
    rdns: 'dev.latchkey.test-wallet',
    icon,
  })
  const announcedDetail = Object.freeze({ info: walletInfo, provider })
  const announceProvider = (): void => {
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: announcedDetail }))
  }
  page.addEventListener('eip6963:requestProvider', announceProvider)
  page.addEventListener('message', handleWindowMessage)
  const wallet: TestWallet = {
    provider,
    script({ answer, delayMs, account, chain: newChain, isDisconnected }) {
      if (answer) state.answer = answer
      if (delayMs !== undefined) state.delayMs = delayMs
      if (isDisconnected) changeSite(null)
      const { site } = state
      if (!site) {
        if (account || newChain) throw unauthorized()
        return
      }
      if (account && !site.accounts.includes(account)) throw unauthorized()
      const accounts = account
        ? [account, ...site.accounts.filter((mode) => mode !== account)]
        : site.accounts
      changeSite({ ...site, accounts, chain: newChain ?? site.chain })
    },
    openWallet: () => void page.open(`${walletOrigin}/`, 'latchkey-test-wallet'),
    stop() {
      page.removeEventListener('eip6963:requestProvider', announceProvider)
      page.removeEventListener('message', handleWindowMessage)
    },
  }
  Object.assign(page, { testWallet: wallet })
  announceProvider()
  return wallet
}

function loadSite(page: Window): PageSite | null {
  try {
    return readPageSite(JSON.parse(page.localStorage.getItem(siteStorageKey) ?? 'null'))
  } catch {
    return null
  }
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`
}
