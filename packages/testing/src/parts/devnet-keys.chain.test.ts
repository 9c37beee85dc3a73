import { accounts } from '@latchkey/devnet'
import { startBitcoinDevnet } from '@latchkey/devnet/bitcoin'
import { startSolanaDevnet } from '@latchkey/devnet/solana'
import { startStacksDevnet } from '@latchkey/devnet/stacks'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { mockBitcoinStandardWallet } from '../bitcoin-standard/mock-bitcoin-standard-wallet.ts'
import { mockSolanaWallet } from '../solana/mock-solana-wallet.ts'
import { fromHex } from '../wbip/bytes.ts'
import { devnetKeys } from './devnet-keys.ts'

describe('devnetKeys', () => {
  test('default: Ethereum', () => {
    const addresses = devnetKeys.evm.map((key) => privateKeyToAddress(key))
    expect(addresses).toEqual(accounts.slice(0, 3).map(({ address }) => address))
  })

  test('default: Solana', async () => {
    const devnet = await startSolanaDevnet()
    try {
      const wallet = mockSolanaWallet({ seeds: devnetKeys.solana.map(fromHex) })
      const funded = devnet.accounts.slice(0, 3).map(({ address }) => address)
      expect(wallet.addresses()).toEqual(funded)
    } finally {
      await devnet.stop()
    }
  })

  test('default: Bitcoin', async () => {
    const devnet = await startBitcoinDevnet()
    try {
      const wallets = devnetKeys.bitcoin.map((key) => mockBitcoinStandardWallet({ keys: [key] }))
      const funded = devnet.accounts.slice(0, 3).map(({ payment }) => payment)
      expect(wallets.map((wallet) => wallet.addresses()[0])).toEqual(funded)
    } finally {
      await devnet.stop()
    }
  })

  test('default: Stacks', async () => {
    const devnet = await startStacksDevnet()
    try {
      const funded = devnet.accounts.slice(0, 3).map(({ privateKey }) => privateKey)
      // Stacks marks the key of a compressed public key with a byte of its own.
      expect(devnetKeys.stacks.map((key) => `${key}01`)).toEqual(funded)
    } finally {
      await devnet.stop()
    }
  })
})
