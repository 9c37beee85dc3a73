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
import type { Order, Signed } from './order.ts'

/** Which account of the devnet's mnemonic gives out coins; the demo's own begin at 0. */
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
  /** Takes up every order that is paid and not yet delivered. */
  wake(): void
  /** Ends after what is under way; what is left over is taken up at the next start. */
  stop(): Promise<void>
}

// A chain that began anew knows nothing of it: then the order is looked at again.
const mintMs = 60_000

/**
 * Delivers paid orders, one after another, each exactly once. The transaction is signed with the
 * account's next nonce and written down before it is sent; after a crash it is that very
 * transaction that is looked for and sent again. Another one is signed only when the chain proves
 * that the first can never count: its nonce is used by something else, or lies beyond the account's
 * (the chain began anew) while the node knows nothing of it.
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
  /** Tests stop here, between what is written down and what is sent. */
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

  const signNextTransaction = async (to: Hex, value: bigint, data?: Hex): Promise<Signed> => {
    const nonce = await nextNonce()
    const request = await client.prepareTransactionRequest({
      to,
      value,
      nonce,
      ...(data && { data }),
    })
    const raw = await client.signTransaction(request as never)
    return { raw, hash: keccak256(raw), nonce }
  }

  const signOrder = async (order: Order): Promise<Signed> => {
    const good = goods.find(({ asset }) => asset === order.asset)
    if (!good) throw new Error(`nothing is known of ${order.asset}`)
    const [to, units] = [order.wallet as Hex, BigInt(order.units)]
    if (!good.contract) return signNextTransaction(to, units)
    const token = { address: good.contract, abi: erc20Abi } as const
    const held = await client.readContract({
      ...token,
      functionName: 'balanceOf',
      args: [account.address],
    })
    // Anybody may mint these tokens: they are worth nothing. Twice, after a crash, does no harm.
    if (held < units) {
      const data = encodeFunctionData({
        abi: mintAbi,
        functionName: 'mint',
        args: [account.address, units * 10n],
      })
      const { raw } = await signNextTransaction(good.contract, 0n, data)
      const hash = await client.sendRawTransaction({ serializedTransaction: raw })
      // Not viem's wait: it looks when a block comes, and a receipt a moment after its block is
      // never looked at again.
      const until = Date.now() + mintMs
      while (!(await client.getTransactionReceipt({ hash }).catch(ignoreAbsent))) {
        if (state.isStopped || Date.now() > until) throw new Error(`no receipt of ${hash}`)
        await waitForPoll()
      }
    }
    return signNextTransaction(
      good.contract,
      0n,
      encodeFunctionData({ ...token, functionName: 'transfer', args: [to, units] }),
    )
  }

  /** One look at an order; whether it has come to its end. */
  const advanceOrder = async (order: Order): Promise<boolean> => {
    const { id, signed } = order
    if (signed) {
      const receipt = await client.getTransactionReceipt({ hash: signed.hash }).catch(ignoreAbsent)
      if (receipt) {
        journal.add(id, { type: receipt.status === 'success' ? 'delivered' : 'failed' })
        return true
      }
      if (await client.getTransaction({ hash: signed.hash }).catch(ignoreAbsent)) return false
      if ((await nextNonce()) === signed.nonce) {
        await client.sendRawTransaction({ serializedTransaction: signed.raw })
        return false
      }
      // Between the two questions it may have been mined after all.
      if (await client.getTransactionReceipt({ hash: signed.hash }).catch(ignoreAbsent))
        return false
    }
    const fresh = await signOrder(order).catch((error) => {
      if (!isRefusedByReceiver(error)) throw error
      journal.add(id, { type: 'failed' })
    })
    if (!fresh) return true
    const next = journal.add(id, { type: 'signed', signed: fresh })
    if (next) await hold?.(next)
    return false
  }

  const deliverOrders = async (): Promise<void> => {
    for (;;) {
      const order = journal.all().find(({ status }) => status === 'delivering')
      if (!order || state.isStopped) return
      // What the node refuses today it may take tomorrow: nothing paid is ever given up.
      const isOver = await advanceOrder(order).catch(() => false)
      if (!isOver && !state.isStopped) await waitForPoll()
    }
  }

  return {
    wake() {
      state.running ??= deliverOrders().finally(() => {
        state.running = undefined
        if (!state.isStopped && journal.all().some(({ status }) => status === 'delivering'))
          this.wake()
      })
    },
    async stop() {
      state.isStopped = true
      await state.running
    },
  }
}

/** A receiver that takes no coins takes none tomorrow either. */
function isRefusedByReceiver(error: unknown): boolean {
  const at = error as { name?: string; cause?: unknown } | null
  return at ? at.name === 'ExecutionRevertedError' || isRefusedByReceiver(at.cause) : false
}

/** Viem throws where a node says that there is none; any other failure is one. */
function ignoreAbsent(error: unknown): undefined {
  if (/NotFound/.test((error as Error | null)?.name ?? '')) return undefined
  throw error
}
