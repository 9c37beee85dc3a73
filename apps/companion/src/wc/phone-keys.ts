import type { ChainId } from '@latchkey/protocol'
import { deriveAccounts, type FamilySigner } from '@latchkey/signer'
import type { LocalAccount } from 'viem'
import { createFamilies, localChain, testSeedWords, type WalletStore } from '../wallet.ts'
import { wireFamilies } from './families.ts'

/** The Ethereum accounts that the visitor has made. */
export const deriveKeys = (store: WalletStore): readonly LocalAccount[] =>
  deriveAccounts({ mnemonic: testSeedWords, count: store.readAccountCount() })

/** The signer of Solana, Bitcoin and Stacks; it only reads addresses and approves nothing. */
export const makeFamilySigner = (store: WalletStore): FamilySigner =>
  createFamilies(store, async () => false)

/** The Ethereum chains that the wallet knows. */
export const listEvmChains = (store: WalletStore): readonly ChainId[] =>
  [localChain, ...store.readState().chains].map(({ id }) => `eip155:${id}` as const)

/** The chains of all families that the wallet knows. */
export const listKnownChains = (store: WalletStore): readonly ChainId[] => [
  ...listEvmChains(store),
  ...Object.values(wireFamilies).map(({ chain }) => chain),
]
