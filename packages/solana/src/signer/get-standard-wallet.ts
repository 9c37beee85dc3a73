import { getAccount, type Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { addressOf, chainOf } from '@latchkey/protocol'
import { networkName } from '../chains.ts'
import { fromBase58 } from '../encoding/base58.ts'
import {
  openCommonFeatures,
  openSendTransaction,
  openSignMessage,
  openSignTransaction,
} from './standard-features.ts'
import type {
  KitStandardAccount,
  KitStandardFeatures,
  KitStandardWallet,
  StandardChange,
} from './standard-types.ts'
import { walletIcon } from './wallet-icon.ts'

/**
 * The kit as one wallet of Wallet Standard, for libraries that take such a wallet. It is the same
 * object for as long as the kit exists, whichever wallet is connected; its accounts and features
 * are those of the connected wallet, and `standard:events` reports their changes. It does not
 * register itself, because everything on the page, the kit included, would then find it as a
 * wallet; pass it only to the library that needs it. It does not connect a wallet:
 * `standard:connect` returns the accounts that the dialog or `connect` has connected, or throws
 * `not-connected`. Its other errors are those of `signTransaction`, `signAndSendTransaction` and
 * `signMessages`.
 *
 * @example
 * import { getWallets } from '@wallet-standard/app'
 *
 * getWallets().register(getStandardWallet(kit))
 */
export const getStandardWallet: (kit: Kit) => KitStandardWallet = perKit(createStandardWallet)

/**
 * The selected account as an account of the wallet that `getStandardWallet` answers; undefined
 * while no wallet is connected. It is the same object until the accounts or the wallet's features
 * change.
 *
 * @example
 * const account = getWalletStandardAccount(kit)
 * if (account) show([account.address, ...account.chains])
 */
export function getWalletStandardAccount(kit: Kit): KitStandardAccount | undefined {
  const { address } = getAccount(kit, { namespace: 'solana' })
  return getStandardWallet(kit).accounts.find((account) => account.address === address)
}

/** The accounts and features that the wallet has at one moment. */
interface WalletView {
  /** Text that is equal for equal accounts and features. */
  readonly key: string
  readonly accounts: readonly KitStandardAccount[]
  readonly features: KitStandardFeatures
}

type FeatureName = 'solana:signTransaction' | 'solana:signAndSendTransaction' | 'solana:signMessage'

function createStandardWallet(kit: Kit): KitStandardWallet {
  const listeners = new Set<(change: StandardChange) => void>()
  let stopWatching: (() => void) | undefined
  let lastView: WalletView | undefined

  // Libraries compare accounts and features by identity, so unchanged ones stay the same objects.
  const readView = (): WalletView => {
    const names = featureNamesOf(kit)
    const accounts = accountsOf(kit, names)
    const key = JSON.stringify(accounts.map(({ address, chains }) => [address, chains, names]))
    if (lastView?.key === key) return lastView
    const hasSameFeatures =
      lastView !== undefined &&
      names.every((name) => lastView?.features[name]) &&
      Object.keys(lastView.features).length === Object.keys(commonFeatures).length + names.length
    lastView = {
      key,
      accounts,
      features: hasSameFeatures && lastView ? lastView.features : openFeatures(names),
    }
    return lastView
  }
  const tellListeners = (): void => {
    const previousView = lastView
    const { accounts, features } = readView()
    if (previousView === lastView) return
    for (const listener of [...listeners]) {
      listener({ accounts, ...(features !== previousView?.features && { features }) })
    }
  }
  const commonFeatures = openCommonFeatures(kit, {
    accounts: () => readView().accounts,
    listen(listener) {
      readView()
      listeners.add(listener)
      stopWatching ??= kit.watch(tellListeners)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopWatching?.()
        stopWatching = undefined
      }
    },
  })
  const openFeatures = (names: readonly FeatureName[]): KitStandardFeatures =>
    Object.freeze({
      ...commonFeatures,
      ...(names.includes('solana:signTransaction') && {
        'solana:signTransaction': openSignTransaction(kit),
        'solana:signAndSendTransaction': openSendTransaction(kit),
      }),
      ...(names.includes('solana:signMessage') && { 'solana:signMessage': openSignMessage(kit) }),
    })
  const chains = kit.chains.map(({ id }) => id).filter((id) => id.startsWith('solana:'))
  return Object.freeze({
    version: '1.0.0',
    name: 'Latchkey',
    icon: walletIcon,
    chains: chains.map((id) => `solana:${networkName(id)}` as const),
    get accounts() {
      return readView().accounts
    },
    get features() {
      return readView().features
    },
  })
}

/** The features that the connected wallet has; none while no wallet is connected. */
function featureNamesOf(kit: Kit): readonly FeatureName[] {
  const { status, connectorId = '' } = getAccount(kit, { namespace: 'solana' })
  const features = kit.getState().connectors[connectorId]?.features
  if (status !== 'connected' || !features) return []
  return [
    ...(features.request
      ? (['solana:signTransaction', 'solana:signAndSendTransaction'] as const)
      : []),
    ...(features.signMessage ? (['solana:signMessage'] as const) : []),
  ]
}

/** The accounts of the connected wallet, the selected one first, each with all its chains. */
function accountsOf(kit: Kit, features: readonly FeatureName[]): readonly KitStandardAccount[] {
  const { address: selected, accounts } = getAccount(kit, { namespace: 'solana' })
  const addresses = new Set([selected ?? '', ...accounts.map(({ account }) => addressOf(account))])
  return [...addresses].flatMap((address) => {
    const publicKey = fromBase58(address)
    if (publicKey?.length !== 32) return []
    const chains = accounts
      .filter(({ account }) => addressOf(account) === address)
      .map(({ account }) => `solana:${networkName(chainOf(account))}` as const)
    return [Object.freeze({ address, publicKey, chains, features })]
  })
}
