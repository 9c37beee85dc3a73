import { bitcoin, getAddresses, regtest, sendTransfer, signPsbt } from '@latchkey/bitcoin'
import { connect, createKit, disconnect, getAccount, type Kit, signMessage } from '@latchkey/core'
import {
  evm,
  getCallsStatus,
  getCapabilities,
  sendCalls,
  sendTransaction,
  signTypedData,
} from '@latchkey/evm'
import { getProvider } from '@latchkey/evm/provider'
import type { Chain } from '@latchkey/protocol'
import {
  signAllTransactions,
  signAndSendTransaction,
  signMessages,
  signTransaction,
  solana,
  solanaLocal,
} from '@latchkey/solana'
import {
  callContract,
  clarity,
  deployContract,
  signTransaction as signStacksTransaction,
  signStructuredMessage,
  stacks,
  transferSip9,
  transferSip10,
  transferStx,
} from '@latchkey/stacks'
import { mockEvmWallet, mockSolanaWallet, mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import {
  type Address,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { afterEach, describe, expect, test, vi } from 'vitest'

const coin = { name: 'Coin', symbol: 'COIN', decimals: 8 }
const chainOf = (id: Chain['id']): Chain => ({ id, name: id, nativeCurrency: coin, rpcUrls: [] })
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const typedData = {
  domain: { name: 'Shop' },
  types: { Order: [{ name: 'total', type: 'uint256' }] },
  primaryType: 'Order',
  message: { total: 1n },
} as const
/** A PSBT that spends one coin of the mock wallet's payment address. */
const psbt =
  'cHNidP8BAFMCAAAAARERERERERERERERERERERERERERERERERERERERERERAAAAAAD/////ASgjAAAAAAAAF6kUJ/ex2XsE7BDnfUsVJ9u4yfksVLWHAAAAAAABASAQJwAAAAAAABepFCf3sdl7BOwQ531LFSfbuMn5LFS1hwAA'
const bitcoinReceiver = '2MvtZ4txAvbaWRW2gXRmmrcUpQfsqNgpfUm'
/** An unsigned Stacks transfer on the devnet, as Stacks' own library encodes it. */
const stacksTransaction =
  '80808080800400adfce54f529b2154e3c361bbe3f7d41db0635717000000000000000000000000000000c800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003020000000000051a0000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000000'
const stacksReceiver = 'ST000000000000000000002AMW42H'
const contract = `${stacksReceiver}.token`

/** A transaction that only the connected account signs, and whose fee it pays. */
function solanaTransaction(kit: Kit): string {
  const payer = getAccount(kit, { namespace: 'solana' }).address
  const lifetime = { blockhash: '4'.repeat(44) as Blockhash, lastValidBlockHeight: 1n }
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(payer as Address, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    ) as never,
  )
  return getBase64EncodedWireTransaction(compiled as never)
}

type Family = 'eip155' | 'solana' | 'bip122' | 'stacks'
type Run = (kit: Kit, options: { readonly signal: AbortSignal }) => Promise<unknown>

/**
 * Every action that asks a wallet: its chain family, its name, the method that the wallet receives
 * and never answers, and the call.
 */
const actions: readonly (readonly [Family, name: string, method: string, Run])[] = [
  [
    'eip155',
    'signMessage',
    'personal_sign',
    (kit, options) => signMessage(kit, { message: 'm', namespace: 'eip155', ...options }),
  ],
  [
    'eip155',
    'signTypedData',
    'eth_signTypedData_v4',
    (kit, options) => signTypedData(kit, { typedData, ...options }),
  ],
  [
    'eip155',
    'sendTransaction',
    'eth_sendTransaction',
    (kit, options) => sendTransaction(kit, { to, value: 1n, ...options }),
  ],
  [
    'eip155',
    'sendCalls',
    'wallet_sendCalls',
    (kit, options) => sendCalls(kit, { calls: [{ to, value: 1n }], ...options }),
  ],
  [
    'eip155',
    'getCallsStatus',
    'wallet_getCallsStatus',
    (kit, options) => getCallsStatus(kit, { id: '0x1', ...options }),
  ],
  [
    'eip155',
    'getCapabilities',
    'wallet_getCapabilities',
    (kit, options) => getCapabilities(kit, options),
  ],
  [
    'solana',
    'signMessages',
    'solana:signMessage',
    (kit, options) => signMessages(kit, { messages: ['m'], ...options }),
  ],
  [
    'solana',
    'signTransaction',
    'solana:signTransaction',
    (kit, options) => signTransaction(kit, { transaction: solanaTransaction(kit), ...options }),
  ],
  [
    'solana',
    'signAllTransactions',
    'solana:signTransaction',
    (kit, options) =>
      signAllTransactions(kit, { transactions: [solanaTransaction(kit)], ...options }),
  ],
  [
    'solana',
    'signAndSendTransaction',
    'solana:signAndSendTransaction',
    (kit, options) =>
      signAndSendTransaction(kit, { transaction: solanaTransaction(kit), ...options }),
  ],
  ['bip122', 'getAddresses', 'wallet_connect', (kit, options) => getAddresses(kit, options)],
  ['bip122', 'signPsbt', 'signPsbt', (kit, options) => signPsbt(kit, { psbt, ...options })],
  [
    'bip122',
    'sendTransfer',
    'sendTransfer',
    (kit, options) => sendTransfer(kit, { to: bitcoinReceiver, amount: 10_000n, ...options }),
  ],
  [
    'stacks',
    'transferStx',
    'stx_transferStx',
    (kit, options) => transferStx(kit, { to: stacksReceiver, amount: 1n, ...options }),
  ],
  [
    'stacks',
    'transferSip10',
    'stx_transferSip10Ft',
    (kit, options) =>
      transferSip10(kit, {
        to: stacksReceiver,
        asset: `${contract}::token`,
        amount: 1n,
        ...options,
      }),
  ],
  [
    'stacks',
    'transferSip9',
    'stx_transferSip9Nft',
    (kit, options) =>
      transferSip9(kit, {
        to: stacksReceiver,
        asset: `${contract}::door`,
        id: clarity.uint(7n),
        ...options,
      }),
  ],
  [
    'stacks',
    'callContract',
    'stx_callContract',
    (kit, options) =>
      callContract(kit, { contract, functionName: 'open', functionArgs: [], ...options }),
  ],
  [
    'stacks',
    'deployContract',
    'stx_deployContract',
    (kit, options) => deployContract(kit, { name: 'hello', clarityCode: '(print 1)', ...options }),
  ],
  [
    'stacks',
    'signTransaction',
    'stx_signTransaction',
    (kit, options) => signStacksTransaction(kit, { transaction: stacksTransaction, ...options }),
  ],
  [
    'stacks',
    'signStructuredMessage',
    'stx_signStructuredMessage',
    (kit, options) =>
      signStructuredMessage(kit, {
        message: clarity.uint(1n),
        domain: { name: 'Shop', version: '1' },
        ...options,
      }),
  ],
]

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

/** Opens a page with a wallet of every chain family, and connects the wallet of one of them. */
async function open(family: Family) {
  const page = new EventTarget()
  const scope: Record<string, unknown> = {}
  const wbip = mockWbipWallet({ persona: wbipPersonas.rich })
  const wallets = {
    eip155: mockEvmWallet(),
    solana: mockSolanaWallet(),
    bip122: wbip,
    stacks: wbip,
  }
  wallets.eip155.install(page as never)
  wallets.solana.install(page as never)
  wbip.install(scope)
  const kit = createKit({
    adapters: [
      evm({ chains: [chainOf('eip155:31337')], page }),
      solana({ chains: [solanaLocal], page }),
      bitcoin({ chains: [chainOf(regtest)], page: scope }),
      stacks({ chains: [chainOf('stacks:2155905152')], page: scope }),
    ],
    storage: null,
  })
  stops.push(kit.subscribe(() => undefined))
  const connector = await vi.waitUntil(() =>
    Object.values(kit.getState().connectors).find(({ namespaces }) => namespaces.includes(family)),
  )
  await connect(kit, { connector: connector.id })
  return { kit, wallet: wallets[family] }
}

describe.each(actions)('%s: %s', (family, _, method, run) => {
  /**
   * Runs the action, and waits until the wallet has received the request, which it will not answer.
   */
  async function ask() {
    const { kit, wallet } = await open(family)
    wallet.behave('hang', method)
    const before = wallet.requests.length
    const controller = new AbortController()
    const ended = run(kit, { signal: controller.signal }).then(
      (answer) => ({ answer }),
      (error: unknown) => error,
    )
    await vi.waitUntil(() =>
      wallet.requests.slice(before).some((request) => request.method === method),
    )
    return { kit, ended, controller, wallet }
  }

  test('behavior: it ends when its wallet is disconnected meanwhile', async () => {
    const { kit, ended, wallet } = await ask()
    await disconnect(kit)
    expect(await ended).toMatchObject({ code: 'wallet-disconnected' })
    await wallet.release('reject')
  })

  test('behavior: it ends when it is aborted, unless it must learn what was sent', async () => {
    const { ended, controller, wallet } = await ask()
    controller.abort()
    const isBound = method === 'sendTransfer'
    if (isBound) await wallet.release()
    expect(await ended).toMatchObject(
      isBound ? { answer: { txid: 'ab'.repeat(32) } } : { code: 'aborted' },
    )
    await wallet.release('reject')
  })
})

describe('getProvider', () => {
  test('behavior: a request ends with 4900 when its wallet is disconnected meanwhile', async () => {
    const { kit, wallet } = await open('eip155')
    wallet.behave('hang', 'personal_sign')
    const { address = '' } = getAccount(kit, { namespace: 'eip155' })
    const ended = getProvider(kit)
      .request({ method: 'personal_sign', params: ['0x6869', address] })
      .catch((error: unknown) => error)
    await vi.waitUntil(() => wallet.requests.some(({ method }) => method === 'personal_sign'))
    await disconnect(kit)
    expect(await ended).toMatchObject({ name: 'ProviderRpcError', code: 4900 })
  })
})
