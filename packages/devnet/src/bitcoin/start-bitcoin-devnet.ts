import type { Chain } from '@latchkey/protocol'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import {
  type BitcoinAccount,
  deriveAccounts,
  deriveDevnetRoot,
  deriveKeyAt,
  network,
} from './bitcoin-accounts.ts'
import { startEsploraFront } from './esplora-front.ts'
import { openChain, type RegtestChain } from './open-chain.ts'

/** A running Bitcoin devnet. */
export interface BitcoinDevnet {
  /** URL of the Esplora-like server on loopback. */
  readonly url: string
  /**
   * The ten funded accounts; each payment address has 10 BTC in three coins, and one coin of 800
   * satoshi.
   */
  readonly accounts: readonly BitcoinAccount[]
  /** Mines blocks with the mempool's transactions. */
  mine(count?: number): Promise<void>
  /**
   * Removes a transaction from the mempool, as a node does when its mempool is full; returns false
   * when the transaction is not there.
   */
  evict(txid: string): boolean
  stop(): Promise<void>
}

/**
 * The devnet's `Chain` object for a kit, gateway or wallet; `url` is the address of its
 * Esplora-like server.
 */
export function bitcoinDevnetChain(url = 'http://localhost:3002'): Chain {
  return {
    id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Bitcoin Local',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: [url],
    testnet: true,
  }
}

/**
 * Initial coins of each payment address in satoshi; the last is so small that a careful wallet does
 * not spend it.
 */
const coins = [500_000_000n, 400_000_000n, 100_000_000n, 800n]
/**
 * A block height at which SegWit is active on regtest: activation takes three periods of 144
 * blocks.
 */
const activationHeight = 440

/**
 * Starts a regtest chain in this process (bcoin: consensus, mempool, miner) behind an Esplora-like
 * server on loopback, and funds ten accounts. It does not verify Taproot: a transaction that spends
 * a P2TR output is refused.
 * @param port - 0 (the default) lets the operating system choose
 * @param mineAfterMs - milliseconds until a posted transaction is mined; `false`: only when `mine`
 *   is called
 */
export async function startBitcoinDevnet(
  options: { readonly port?: number; readonly mineAfterMs?: number | false } = {},
): Promise<BitcoinDevnet> {
  const { port = 0, mineAfterMs = 2000 } = options
  const root = deriveDevnetRoot()
  const accounts = deriveAccounts(root)
  const chain = await openChain()
  const miner = deriveKeyAt(root, "m/84'/1'/1'/0/0")
  const script = p2wpkh(miner.publicKey, network).script
  await chain.mineBlocks(activationHeight, script)
  await fundAccounts(chain, { miner, script, accounts })

  const miningState: { timer?: ReturnType<typeof setTimeout>; mining: Promise<void> } = {
    mining: Promise.resolve(),
  }
  const queueMining = (count = 1) => {
    miningState.mining = miningState.mining.then(() => chain.mineBlocks(count, script))
    return miningState.mining
  }
  const esploraFront = await startEsploraFront(chain, {
    port,
    onPost() {
      if (mineAfterMs === false || miningState.timer) return
      miningState.timer = setTimeout(() => {
        delete miningState.timer
        void queueMining()
      }, mineAfterMs)
    },
  })
  return {
    url: esploraFront.url,
    accounts,
    mine: queueMining,
    evict: chain.evictTransaction,
    async stop() {
      clearTimeout(miningState.timer)
      await esploraFront.stop()
      await miningState.mining
      await chain.close()
    },
  }
}

/** Funds the accounts with one transaction from the first three block rewards. */
async function fundAccounts(
  chain: RegtestChain,
  parameters: {
    readonly miner: { readonly secret: Uint8Array }
    readonly script: Uint8Array
    readonly accounts: readonly BitcoinAccount[]
  },
): Promise<void> {
  const { miner, script, accounts } = parameters
  const rewards = (await chain.transactionsOf(script)).slice(-3)
  const transaction = new Transaction()
  const remainingReward = { amount: 0n }
  for (const { meta } of rewards) {
    const amount = BigInt(meta.tx.outputs[0]?.value ?? 0)
    remainingReward.amount += amount
    transaction.addInput({ txid: meta.tx.txid(), index: 0, witnessUtxo: { script, amount } })
  }
  for (const { payment } of accounts) {
    for (const amount of coins) {
      transaction.addOutputAddress(payment, amount, network)
      remainingReward.amount -= amount
    }
  }
  transaction.addOutput({ script, amount: remainingReward.amount - 10_000n })
  transaction.sign(miner.secret)
  transaction.finalize()
  await chain.submit(transaction.extract())
  await chain.mineBlocks(1, script)
}
