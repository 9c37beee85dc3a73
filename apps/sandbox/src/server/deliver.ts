import { mnemonic } from '@latchkey/devnet'
import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  publicActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { goods } from './goods.ts'
import type { Journal } from './journal.ts'
import type { Order, SignedTransaction } from './order.ts'

/**
 * Index of the account in the devnet's mnemonic that sends coins; the demo's own accounts start at
 * 0.
 */
export const faucetIndex = 8

const mintAbi = [
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

export interface Delivery {
  /** Starts the delivery of every order that is paid and not yet delivered. */
  wakeDelivery(): void
  /**
   * Stops after the current delivery. The orders that remain are delivered when the server starts
   * again.
   */
  stop(): Promise<void>
}

// Milliseconds to wait for a mint. After that the order is tried again, because a chain that was
// reset has lost the transaction.
const mintTimeoutMs = 60_000

/**
 * Delivers paid orders one after another, each exactly once. The signed transaction is stored
 * before it is sent; after a crash the same transaction is looked for and sent again. Another one
 * is signed only when the first can never be mined: its nonce is used by another transaction, or is
 * above the account's (the chain was reset) and the node does not know the transaction.
 */
export function startDelivery({
  journal,
  rpc,
  pollMs = 250,
  hold,
}: {
  readonly journal: Journal
  readonly rpc: string
  readonly pollMs?: number
  /** For tests: delivery awaits this function between storing a transaction and sending it. */
  readonly hold?: (order: Order) => Promise<void>
}): Delivery {
  const account = mnemonicToAccount(mnemonic, { addressIndex: faucetIndex })
  const client = createWalletClient({
    account,
    chain: foundry,
    transport: http(rpc, { retryCount: 0 }),
  }).extend(publicActions)
  const state: { running: Promise<void> | undefined; isStopped: boolean } = {
    running: undefined,
    isStopped: false,
  }
  const waitForPoll = () => new Promise((resolve) => setTimeout(resolve, pollMs))
  const nextNonce = () =>
    client.getTransactionCount({ address: account.address, blockTag: 'latest' })

  const signNextTransaction = async (
    recipient: Hex,
    value: bigint,
    data?: Hex,
  ): Promise<SignedTransaction> => {
    const nonce = await nextNonce()
    const request = await client.prepareTransactionRequest({
      to: recipient,
      value,
      nonce,
      ...(data && { data }),
    })
    const rawTransaction = await client.signTransaction(request as never)
    return { raw: rawTransaction, hash: keccak256(rawTransaction), nonce }
  }

  const signOrder = async (order: Order): Promise<SignedTransaction> => {
    const orderedGood = goods.find(({ asset }) => asset === order.asset)
    if (!orderedGood) throw new Error(`nothing is known of ${order.asset}`)
    const [recipient, units] = [order.wallet as Hex, BigInt(order.units)]
    if (!orderedGood.contract) return signNextTransaction(recipient, units)
    const token = { address: orderedGood.contract, abi: erc20Abi } as const
    const faucetBalance = await client.readContract({
      ...token,
      functionName: 'balanceOf',
      args: [account.address],
    })
    // Anybody may mint these worthless tokens, so a second mint after a crash is harmless.
    if (faucetBalance < units) {
      const data = encodeFunctionData({
        abi: mintAbi,
        functionName: 'mint',
        args: [account.address, units * 10n],
      })
      const { raw: rawTransaction } = await signNextTransaction(orderedGood.contract, 0n, data)
      const hash = await client.sendRawTransaction({ serializedTransaction: rawTransaction })
      // viem's own wait is not used, because it polls only when there is a new block, and so misses
      // a receipt that becomes available a moment after its block.
      const deadline = Date.now() + mintTimeoutMs
      while (!(await client.getTransactionReceipt({ hash }).catch(ignoreMissingReceipt))) {
        if (state.isStopped || Date.now() > deadline) throw new Error(`no receipt of ${hash}`)
        await waitForPoll()
      }
    }
    return signNextTransaction(
      orderedGood.contract,
      0n,
      encodeFunctionData({ ...token, functionName: 'transfer', args: [recipient, units] }),
    )
  }

  /** Advances the delivery of an order by one step; resolves to whether the order is final. */
  const advanceOrder = async (order: Order): Promise<boolean> => {
    const { id, signed } = order
    if (signed) {
      const receipt = await client
        .getTransactionReceipt({ hash: signed.hash })
        .catch(ignoreMissingReceipt)
      if (receipt) {
        journal.addEvent(id, { type: receipt.status === 'success' ? 'delivered' : 'failed' })
        return true
      }
      if (await client.getTransaction({ hash: signed.hash }).catch(ignoreMissingReceipt))
        return false
      if ((await nextNonce()) === signed.nonce) {
        await client.sendRawTransaction({ serializedTransaction: signed.raw })
        return false
      }
      // The transaction may have been mined between the request for its receipt and the request for
      // the nonce.
      if (await client.getTransactionReceipt({ hash: signed.hash }).catch(ignoreMissingReceipt))
        return false
    }
    const signedTransaction = await signOrder(order).catch((error) => {
      if (!isRefusedByReceiver(error)) throw error
      journal.addEvent(id, { type: 'failed' })
    })
    if (!signedTransaction) return true
    const changedOrder = journal.addEvent(id, { type: 'signed', signed: signedTransaction })
    if (changedOrder) await hold?.(changedOrder)
    return false
  }

  const deliverOrders = async (): Promise<void> => {
    for (;;) {
      const order = journal.all().find(({ status }) => status === 'delivering')
      if (!order || state.isStopped) return
      // A node may refuse a transaction only temporarily, so delivery of a paid order is tried
      // again.
      const isFinished = await advanceOrder(order).catch(() => false)
      if (!isFinished && !state.isStopped) await waitForPoll()
    }
  }

  return {
    wakeDelivery() {
      state.running ??= deliverOrders().finally(() => {
        state.running = undefined
        if (!state.isStopped && journal.all().some(({ status }) => status === 'delivering'))
          this.wakeDelivery()
      })
    },
    async stop() {
      state.isStopped = true
      await state.running
    },
  }
}

/** Whether the receiver refuses coins, which is permanent. */
function isRefusedByReceiver(error: unknown): boolean {
  const currentError = error as { name?: string; cause?: unknown } | null
  return currentError
    ? currentError.name === 'ExecutionRevertedError' || isRefusedByReceiver(currentError.cause)
    : false
}

/**
 * Returns undefined for viem's error that a receipt does not exist; throws any other error again.
 */
function ignoreMissingReceipt(error: unknown): undefined {
  if (/NotFound/.test((error as Error | null)?.name ?? '')) return undefined
  throw error
}
