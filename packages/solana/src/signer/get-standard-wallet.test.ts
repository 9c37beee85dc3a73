import { connect, createKit, disconnect, getAccount, switchAccount } from '@latchkey/core'
import { type MockSolanaWalletOptions, mockSolanaWallet } from '@latchkey/testing'
import { compileTransaction, getBase58Decoder, getTransactionEncoder } from '@solana/kit'
import {
  useWalletAccountMessageSigner,
  useWalletAccountTransactionSendingSigner,
  useWalletAccountTransactionSigner,
} from '@solana/react'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { getOrCreateUiWalletForStandardWallet_DO_NOT_USE_OR_YOU_WILL_BE_FIRED as getUiWallet } from '@wallet-standard/ui-registry'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isProof, local, page } from '../../test/fixture.ts'
import { transferMessage } from '../../test/signing-kit.ts'
import { getStandardWallet, getWalletStandardAccount } from './get-standard-wallet.ts'
import { getTransactionSigner } from './get-transaction-signer.ts'
import type { KitStandardAccount, KitStandardFeatures } from './standard-types.ts'

const [ada = '', grace = ''] = mockSolanaWallet().accounts.map(({ address }) => address)

async function openKit(options: MockSolanaWalletOptions = {}) {
  const { target, wallet, adapter } = page(options, [local])
  wallet.install(target)
  const kit = createKit({ adapters: [adapter], storage: null })
  onTestFinished(kit.subscribe(() => {}))
  const [connector = ''] = Object.keys(kit.getState().connectors)
  const join = () => connect(kit, { connector })
  return { kit, wallet, join }
}

/** What a hook answers when it is rendered once. */
function callHook<T>(hook: () => T): T {
  const seen: T[] = []
  const Probe = () => {
    seen.push(hook())
    return null
  }
  renderToStaticMarkup(createElement(Probe))
  if (!seen[0]) throw new Error('the hook answered nothing')
  return seen[0]
}

describe('getStandardWallet', () => {
  test('default: its types are those of Wallet Standard', async () => {
    const { kit, join } = await openKit()
    await join()
    const wallet: Wallet = getStandardWallet(kit)
    const account: WalletAccount | undefined = getWalletStandardAccount(kit)
    const features: Required<KitStandardFeatures> &
      SolanaSignTransactionFeature &
      SolanaSignAndSendTransactionFeature &
      SolanaSignMessageFeature = getStandardWallet(kit).features as Required<KitStandardFeatures>
    expect([wallet.version, account?.address]).toEqual(['1.0.0', ada])
    expect(Object.keys(features).sort()).toEqual([
      'solana:signAndSendTransaction',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ])
    expect([account?.chains, account?.publicKey.length]).toEqual([['solana:localnet'], 32])
  })

  test('behavior: its features are those of the connected wallet', async () => {
    const { kit, join } = await openKit({ lacks: ['solana:signMessage'] })
    const wallet = getStandardWallet(kit)
    expect(wallet.features['solana:signTransaction']).toBeUndefined()
    await join()
    expect(wallet.features['solana:signTransaction']).toBeDefined()
    expect(wallet.features['solana:signMessage']).toBeUndefined()
  })

  test('behavior: registered with the library of the standard, it follows the kit', async () => {
    const { kit, join } = await openKit()
    const wallet = getStandardWallet(kit)
    expect(getStandardWallet(kit)).toBe(wallet)
    onTestFinished(getWallets().register(wallet))
    expect(getWallets().get()).toContain(wallet)
    const heard: (readonly KitStandardAccount[] | undefined)[] = []
    const stop = wallet.features['standard:events'].on('change', ({ accounts }) =>
      heard.push(accounts),
    )
    const { connect: ask } = wallet.features['standard:connect']
    expect(await ask({ silent: true })).toEqual({ accounts: [] })
    await expect(ask()).rejects.toMatchObject({ code: 'not-connected' })
    await join()
    expect((await ask()).accounts.map(({ address }) => address)).toEqual([ada, grace])
    expect(wallet.accounts).toBe(wallet.accounts)
    const [, second] = getAccount(kit, { namespace: 'solana' }).accounts
    await switchAccount(kit, { account: second?.account ?? 'solana:none:none' })
    expect(getWalletStandardAccount(kit)?.address).toBe(grace)
    await wallet.features['standard:disconnect'].disconnect()
    expect(getWalletStandardAccount(kit)).toBeUndefined()
    expect(heard.map((accounts) => accounts?.map(({ address }) => address))).toEqual([
      [ada, grace],
      [grace, ada],
      [],
    ])
    stop()
    await join()
    expect(heard).toHaveLength(3)
  })

  test('default: the hooks of @solana/react sign with it', async () => {
    const { kit, wallet, join } = await openKit()
    await join()
    const { accounts } = getUiWallet(getStandardWallet(kit))
    const account = accounts[0]
    if (!account) throw new Error('no account')
    const message = transferMessage(getTransactionSigner(kit), {
      to: grace,
      lamports: 1n,
      blockhash: '4'.repeat(44),
    })
    const transaction = compileTransaction(message)
    const isSigned = (signature: Iterable<number> | null | undefined) =>
      isProof(
        ada,
        Uint8Array.from(transaction.messageBytes),
        getBase58Decoder().decode(Uint8Array.from(signature ?? [])),
      )

    const signer = callHook(() => useWalletAccountTransactionSigner(account, 'solana:localnet'))
    const prompts = wallet.prompts()
    const [signed] = await signer.modifyAndSignTransactions([transaction as never])
    expect(isSigned(Object.values(signed?.signatures ?? {})[0])).toBe(true)

    const sender = callHook(() =>
      useWalletAccountTransactionSendingSigner(account, 'solana:localnet'),
    )
    const [signature] = await sender.signAndSendTransactions([transaction as never])
    expect(isSigned(signature)).toBe(true)

    const messages = callHook(() => useWalletAccountMessageSigner(account))
    const content = new TextEncoder().encode('Grüße')
    const [text] = await messages.modifyAndSignMessages([{ content, signatures: {} }])
    const proof = getBase58Decoder().decode(Object.values(text?.signatures ?? {})[0] ?? content)
    expect(isProof(ada, 'Grüße', proof)).toBe(true)
    expect(wallet.prompts()).toBe(prompts + 3)

    await disconnect(kit)
    await expect(signer.modifyAndSignTransactions([transaction as never])).rejects.toMatchObject({
      code: 'not-connected',
    })
  })

  test('parameters: several inputs are one prompt; another chain or account is refused', async () => {
    const { kit, wallet, join } = await openKit()
    await join()
    const { features, accounts } = getStandardWallet(kit)
    const [account] = accounts
    if (!account) throw new Error('no account')
    const message = transferMessage(getTransactionSigner(kit), {
      to: grace,
      lamports: 1n,
      blockhash: '4'.repeat(44),
    })
    const transaction = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
    const { signTransaction } = features['solana:signTransaction'] ?? {}
    const prompts = wallet.prompts()
    const input = { account, chain: 'solana:localnet', transaction }
    expect(await signTransaction?.(input, { account, transaction })).toHaveLength(2)
    expect(wallet.prompts()).toBe(prompts + 1)
    await expect(signTransaction?.({ ...input, chain: 'solana:mainnet' })).rejects.toMatchObject({
      code: 'chain-unsupported',
    })
    const stranger = { address: '4'.repeat(44) }
    await expect(signTransaction?.({ ...input, account: stranger })).rejects.toMatchObject({
      code: 'account-missing',
    })
    expect(await signTransaction?.()).toEqual([])
    expect(wallet.prompts()).toBe(prompts + 1)
  })
})
