import type { SiteView } from '../messages.ts'
import { type Bridge, icon, openBridge } from './open-bridge.ts'

/** An account in Wallet Standard's form. */
interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}
interface AccountInput {
  readonly account?: { readonly address?: unknown }
}
type Input = AccountInput & Readonly<Record<string, unknown>>

const chains = ['solana:localnet'] as const
const signingFeatures = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
] as const

/** Registers the extension's Solana wallet with the page (Wallet Standard). */
export function registerSolana(page: Window, bridge: Bridge = openBridge(page, 'solana')): void {
  const listeners = new Set<(change: { readonly accounts: readonly StandardAccount[] }) => void>()
  const walletState: { accounts: readonly StandardAccount[] } = { accounts: [] }
  const setAccounts = (
    addresses: readonly { readonly address: string; readonly publicKey: string }[],
  ): void => {
    const previousAccounts = walletState.accounts
    if (
      previousAccounts.map(({ address }) => address).join() ===
      addresses.map(({ address }) => address).join()
    )
      return
    walletState.accounts = addresses.map(({ address, publicKey }) =>
      Object.freeze({ address, publicKey: fromHex(publicKey), chains, features: signingFeatures }),
    )
    for (const listener of [...listeners]) {
      listener({ accounts: walletState.accounts })
    }
  }
  // The page learns of changed accounts only while it is connected.
  bridge.watch(({ families }) => {
    if (walletState.accounts.length > 0) setAccounts(solanaAddressesOf(families))
  })
  const callBridge = (method: string, params: object): Promise<Record<string, unknown>> =>
    bridge.call(method, params) as Promise<Record<string, unknown>>
  const addressOf = ({ account }: AccountInput): string | undefined =>
    typeof account?.address === 'string' ? account.address : undefined

  const features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent }: { readonly silent?: boolean } = {}) {
        setAccounts(
          solanaAddressesOf(
            (await bridge.call('connect', { silent: silent === true })) as SiteView['families'],
          ),
        )
        return { accounts: walletState.accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        await bridge.call('disconnect')
        setAccounts([])
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(
        event: string,
        listener: (change: { readonly accounts: readonly StandardAccount[] }) => void,
      ) {
        if (event === 'change') listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: runInSequence(async (input: Input) => {
        const message = input.message as Uint8Array
        const params = { message: toBase64(message), account: addressOf(input) }
        const { signature } = await callBridge('signMessage', params)
        return {
          signedMessage: message.slice(),
          signature: fromBase64(signature),
          signatureType: 'ed25519',
        }
      }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      /**
       * All transactions are sent to the background as one request, so they must be of the same
       * account.
       */
      async signTransaction(...inputs: readonly Input[]) {
        const transactions = inputs.map(({ transaction }) => toBase64(transaction as Uint8Array))
        const account = inputs[0] && addressOf(inputs[0])
        if (inputs.some((input) => addressOf(input) !== account)) throw unauthorizedError()
        const { transactions: signedTransactions } = await callBridge('signTransactions', {
          transactions,
          account,
        })
        return (signedTransactions as readonly string[]).map((one) => ({
          signedTransaction: fromBase64(one),
        }))
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: runInSequence(async (input: Input) => {
        if (input.chain !== undefined && input.chain !== chains[0]) throw unauthorizedError()
        const { transaction, options } = input
        const params = {
          transaction: toBase64(transaction as Uint8Array),
          account: addressOf(input),
          options,
        }
        return { signature: fromBase64((await callBridge('sendTransaction', params)).signature) }
      }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: runInSequence(async (input: Input = {}) => {
        const { account: _account, ...signInInput } = input
        const answer = await callBridge('signIn', { input: signInInput })
        setAccounts(
          solanaAddressesOf(
            (await bridge.call('connect', { silent: true })) as SiteView['families'],
          ),
        )
        const account = walletState.accounts.find(({ address }) => address === answer.address)
        return {
          account,
          signedMessage: fromBase64(answer.message),
          signature: fromBase64(answer.signature),
          signatureType: 'ed25519',
        }
      }, true),
    },
  }
  const wallet = Object.freeze({
    version: '1.0.0',
    name: 'Companion (test wallet)',
    icon,
    chains,
    features,
    get accounts() {
      return walletState.accounts
    },
  })
  const registerWallet = (api: unknown): void => {
    const { register: registerFunction } = (api ?? {}) as { register?: (wallet: object) => unknown }
    if (typeof registerFunction === 'function') registerFunction(wallet)
  }
  page.addEventListener('wallet-standard:app-ready', (event) =>
    registerWallet((event as CustomEvent<unknown>).detail),
  )
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerWallet }))
}

/**
 * Makes a function for a feature that takes several inputs: it makes one request for each input,
 * one after another.
 */
function runInSequence<T>(
  one: (input: Input) => Promise<T>,
  isAlone = false,
): (...inputs: readonly Input[]) => Promise<readonly T[]> {
  return async (...inputs) => {
    const answers: T[] = []
    for (const input of isAlone && inputs.length === 0 ? [{}] : inputs) {
      answers.push(await one(input))
    }
    return answers
  }
}

function solanaAddressesOf(families: SiteView['families']): SiteView['families'] {
  return families.filter(({ family }) => family === 'solana')
}

function unauthorizedError(): Error {
  return Object.assign(new Error('The site is not connected to this account'), { code: 4100 })
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: unknown): Uint8Array {
  return Uint8Array.from(atob(String(text)), (character) => character.charCodeAt(0))
}
