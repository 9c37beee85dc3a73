import { accountId, type ChainId, namespaceOf } from '@latchkey/protocol'
import type { Family, FamilyAddress } from '@latchkey/signer'

/** How this wallet supports one chain family in WalletConnect. */
export interface WireFamily {
  readonly family: Family
  /** CAIP-2 id of the family's local chain. */
  readonly chain: ChainId
  readonly name: string
  /** Supported JSON-RPC methods, each with a description in plain words. */
  readonly methods: Readonly<Record<string, string>>
  /** Name of the event that tells a page of another account. */
  readonly changed: string
  readonly events: readonly string[]
}

const [accounts, message, data] = [
  'See your accounts',
  'Ask you to sign messages',
  'Ask you to sign structured data',
]
const [sign, send] = ['Ask you to sign transactions', 'Ask you to send transactions']

/**
 * The supported chain families by CAIP-2 namespace. Their methods are those that WalletConnect's
 * documentation lists for each chain.
 */
export const wireFamilies: Readonly<Record<string, WireFamily>> = {
  solana: {
    family: 'solana',
    chain: 'solana:localnet',
    name: 'Solana, local',
    methods: {
      solana_getAccounts: accounts,
      solana_requestAccounts: accounts,
      solana_signMessage: message,
      solana_signTransaction: sign,
      solana_signAllTransactions: sign,
      solana_signAndSendTransaction: send,
    },
    changed: 'accountsChanged',
    events: ['accountsChanged'],
  },
  bip122: {
    family: 'bitcoin',
    chain: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Bitcoin, regtest',
    methods: {
      getAccountAddresses: accounts,
      signMessage: message,
      signPsbt: sign,
      sendTransfer: send,
    },
    changed: 'bip122_addressesChanged',
    events: ['bip122_addressesChanged'],
  },
  stacks: {
    family: 'stacks',
    chain: 'stacks:2155905152',
    name: 'Stacks, local',
    methods: {
      getAddresses: accounts,
      stx_getAddresses: accounts,
      stx_getAccounts: accounts,
      stx_signMessage: message,
      stx_signStructuredMessage: data,
      stx_signTransaction: sign,
      stx_transferStx: send,
      stx_transferSip10Ft: send,
      stx_transferSip9Nft: send,
      stx_callContract: send,
      stx_deployContract: send,
    },
    changed: 'stx_accountsChanged',
    events: ['stx_accountsChanged', 'stx_chainChanged'],
  },
}

/** The family of a chain; undefined for Ethereum-like and for unknown chains. */
export function wireFamilyOf(chain: ChainId): WireFamily | undefined {
  const namespace = namespaceOf(chain)
  return Object.hasOwn(wireFamilies, namespace) ? wireFamilies[namespace] : undefined
}

/** Selects the addresses of the chain's family, and writes them as session accounts (CAIP-10). */
export function accountsOf(
  chain: ChainId,
  addresses: readonly FamilyAddress[],
): readonly `${ChainId}:${string}`[] {
  const chainFamily = wireFamilyOf(chain)?.family
  return addresses
    .filter(({ family }) => family === chainFamily)
    .map(({ address }) => accountId(chain, address))
}

/** Writes addresses in the format in which the family's WalletConnect methods return them. */
export function writeAddresses(
  family: Family,
  addresses: readonly FamilyAddress[],
): readonly object[] {
  const chainFamily = addresses.filter((familyAddress) => familyAddress.family === family)
  switch (family) {
    case 'solana':
      return chainFamily.map(({ address }) => ({ pubkey: address }))
    case 'bitcoin':
      return chainFamily.map(({ address, publicKey, path, purpose }) => {
        return {
          address,
          publicKey,
          path,
          intention: purpose === 'ordinals' ? 'ordinal' : 'payment',
        }
      })
    case 'stacks':
      return chainFamily.map(({ address, publicKey }) => ({ symbol: 'STX', address, publicKey }))
  }
}

/**
 * Makes session properties that contain addresses and public keys, so that the page need not
 * request them after connecting.
 */
export function sessionProperties(
  chains: readonly ChainId[],
  addresses: readonly FamilyAddress[],
): Record<string, string> {
  const hasFamily = (family: Family): boolean =>
    chains.some((chain) => wireFamilyOf(chain)?.family === family)
  const bitcoin = writeAddresses('bitcoin', addresses) as readonly { readonly intention: string }[]
  const addressesOf = (intention: string): readonly object[] =>
    bitcoin.filter((familyAddress) => familyAddress.intention === intention)
  return {
    ...(hasFamily('stacks') && {
      stacks_getAddresses: JSON.stringify(writeAddresses('stacks', addresses)),
    }),
    ...(hasFamily('bitcoin') && {
      bip122_getAccountAddresses: JSON.stringify({
        payment: addressesOf('payment'),
        ordinal: addressesOf('ordinal'),
      }),
    }),
  }
}

/** The chain families of these chains, without Ethereum-like and unknown chains. */
export function familiesOf(chains: readonly ChainId[]): readonly Family[] {
  return chains.flatMap((chain) => wireFamilyOf(chain)?.family ?? [])
}

/** The events that tell a page that its accounts have changed, one event for each chain. */
export function changedEvents(
  chains: readonly ChainId[],
  addresses: readonly FamilyAddress[],
): readonly { readonly chain: ChainId; readonly name: string; readonly data: unknown }[] {
  return chains.flatMap((chain) => {
    const wireFamily = wireFamilyOf(chain)
    if (!wireFamily) return []
    const writtenAddresses = writeAddresses(wireFamily.family, addresses)
    // On Solana the event contains plain addresses, as on Ethereum.
    const data =
      wireFamily.family === 'solana'
        ? addresses.filter(({ family }) => family === 'solana').map(({ address }) => address)
        : writtenAddresses
    return [{ chain, name: wireFamily.changed, data }]
  })
}
