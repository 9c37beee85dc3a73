import { Address, OutScript } from '@scure/btc-signer'
import type { Output } from 'bcoin/lib/primitives/tx'
import { network } from './bitcoin-accounts.ts'
import { type KnownTransaction, reverseHash } from './open-chain.ts'

/** Confirmation status of a transaction in Esplora's format. */
export function toStatus({ meta }: KnownTransaction): object {
  if (meta.height === -1 || !meta.block) return { confirmed: false }
  return {
    confirmed: true,
    block_height: meta.height,
    block_hash: reverseHash(meta.block),
    block_time: meta.time,
  }
}

const scriptTypeNames: Readonly<Record<string, string>> = {
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
}

function outputOf({ script, value }: Pick<Output, 'script' | 'value'>): object {
  const scriptBytes = script.toRaw()
  const scriptpubkey = scriptBytes.toString('hex')
  if (scriptBytes[0] === 0x6a) return { scriptpubkey, scriptpubkey_type: 'op_return', value }
  try {
    const decodedScript = OutScript.decode(scriptBytes)
    const scriptpubkey_address = Address(network).encode(decodedScript)
    return {
      scriptpubkey,
      scriptpubkey_type: scriptTypeNames[decodedScript.type] ?? 'unknown',
      scriptpubkey_address,
      value,
    }
  } catch {
    return { scriptpubkey, scriptpubkey_type: 'unknown', value }
  }
}

/** A transaction in Esplora's format. */
export function transactionOf(transaction: KnownTransaction): object {
  const { tx } = transaction.meta
  const isCoinbase = tx.isCoinbase()
  const spentOutputs = tx.inputs.map((input) => transaction.view.getOutputFor(input))
  const sumValues = (outputs: readonly (Output | null)[]) =>
    outputs.reduce((all, output) => all + (output?.value ?? 0), 0)
  return {
    txid: tx.txid(),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map((input, i) => {
      const prevout = spentOutputs[i]
      return {
        txid: reverseHash(input.prevout.hash),
        vout: input.prevout.index,
        prevout: prevout ? outputOf(prevout) : null,
        scriptsig: input.script.toRaw().toString('hex'),
        witness: input.witness.items.map((item) => item.toString('hex')),
        is_coinbase: isCoinbase,
        sequence: input.sequence,
      }
    }),
    vout: tx.outputs.map(outputOf),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: isCoinbase ? 0 : sumValues(spentOutputs) - sumValues(tx.outputs),
    status: toStatus(transaction),
  }
}

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly from: KnownTransaction
  readonly spentBy?: { readonly known: KnownTransaction; readonly vin: number }
}

/**
 * Lists every output that a script ever had, spent or not; `all` must contain all of its
 * transactions.
 */
export function coinsOf(script: Uint8Array, all: readonly KnownTransaction[]): readonly Coin[] {
  const spendByOutpoint = new Map<
    string,
    { readonly known: KnownTransaction; readonly vin: number }
  >()
  for (const transaction of all) {
    for (const [vin, { prevout }] of transaction.meta.tx.inputs.entries()) {
      spendByOutpoint.set(`${reverseHash(prevout.hash)}:${prevout.index}`, {
        known: transaction,
        vin,
      })
    }
  }
  return all.flatMap((source) =>
    source.meta.tx.outputs.flatMap((output, vout) => {
      if (!output.script.toRaw().equals(script)) return []
      const txid = source.meta.tx.txid()
      const spendingInput = spendByOutpoint.get(`${txid}:${vout}`)
      return [
        {
          txid,
          vout,
          value: output.value,
          from: source,
          ...(spendingInput && { spentBy: spendingInput }),
        },
      ]
    }),
  )
}

/**
 * The sums of an address in Esplora's format: one set for mined transactions, one for unconfirmed
 * ones.
 */
export function statsOfAddress(
  address: string,
  script: Uint8Array,
  all: readonly KnownTransaction[],
): object {
  const coins = coinsOf(script, all)
  const sumsOfCoins = (isMined: boolean) => {
    const isRequestedStatus = ({ meta }: KnownTransaction) => (meta.height !== -1) === isMined
    const fundedCoins = coins.filter(({ from: source }) => isRequestedStatus(source))
    const spentOutputs = coins.filter(({ spentBy }) => spentBy && isRequestedStatus(spentBy.known))
    const sumCoins = (list: readonly Coin[]) => list.reduce((total, { value }) => total + value, 0)
    return {
      funded_txo_count: fundedCoins.length,
      funded_txo_sum: sumCoins(fundedCoins),
      spent_txo_count: spentOutputs.length,
      spent_txo_sum: sumCoins(spentOutputs),
      tx_count: all.filter(isRequestedStatus).length,
    }
  }
  return { address, chain_stats: sumsOfCoins(true), mempool_stats: sumsOfCoins(false) }
}
