import {
  type AbiEvent,
  createPublicClient,
  type Hex,
  http,
  type Log,
  size,
  zeroAddress,
} from 'viem'
import {
  allItems,
  allowance,
  batch,
  deposit,
  erc20,
  erc721,
  type Fields,
  oneItem,
  readEvent,
  single,
  withdrawal,
} from './truth-events.ts'

/**
 * Everything an index must say of a chain, a line for each row, sorted: equal texts are an equal
 * index.
 */
export interface Facts {
  readonly transactions: readonly string[]
  readonly movements: readonly string[]
  readonly approvals: readonly string[]
  readonly accounts: readonly string[]
  readonly tokens: readonly string[]
}

interface Flat {
  readonly transactionHash: Hex
  readonly type: string
  readonly traceAddress: readonly number[]
  readonly error?: string
  readonly action: { readonly [name: string]: string }
  readonly result?: { readonly address?: string }
}

/**
 * Reads a chain whole with viem: blocks, each receipt by itself, all logs by `eth_getLogs`, traces
 * by `trace_block`. Shares no code with the index, and asks the node by other methods.
 * @param wrapped - the one contract that wraps coin: its `Deposit` and `Withdrawal` count, nobody
 *   else's
 */
export async function readFacts(
  url: string,
  wrapped: string,
  fromBlock = 0n,
  isTraced = true,
): Promise<Facts> {
  const client = createPublicClient({
    transport: http(url, { batch: { batchSize: 200 }, timeout: 60_000 }),
  })
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const rows = {
    transactions: new Set<string>(),
    movements: new Set<string>(),
    approvals: new Set<string>(),
    accounts: new Set<string>(),
    tokens: new Set<string>(),
  }
  const add = (table: keyof typeof rows, ...cells: unknown[]): void => {
    const line = cells
      .map((cell) => (cell === null || cell === undefined ? '-' : String(cell).toLowerCase()))
      .join(' ')
    if (rows[table].has(line) && table !== 'accounts' && table !== 'tokens')
      throw new Error(`twice in truth: ${line}`)
    rows[table].add(line)
  }
  const logs = new Map<string, Log<bigint, number, false>[]>()
  for (const log of await client.getLogs({ fromBlock, toBlock: head })) {
    logs.set(log.transactionHash, [...(logs.get(log.transactionHash) ?? []), log])
  }

  for (let number = fromBlock; number <= head; number++) {
    const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
    if (block.transactions.length === 0) continue
    const [receipts, traces] = await Promise.all([
      Promise.all(block.transactions.map(({ hash }) => client.getTransactionReceipt({ hash }))),
      isTraced
        ? (client.request({
            method: 'trace_block',
            params: [`0x${number.toString(16)}`],
          } as never) as Promise<Flat[]>)
        : [],
    ])
    for (const [place, tx] of block.transactions.entries()) {
      const receipt = receipts[place]
      if (!receipt) throw new Error('no receipt')
      const isGood = receipt.status === 'success'
      const key = `${number} ${place}`
      const created = isGood ? receipt.contractAddress : null
      const fee = receipt.gasUsed * receipt.effectiveGasPrice
      const selector = tx.to && size(tx.input) >= 4 ? tx.input.slice(0, 10) : null
      add(
        'transactions',
        key,
        tx.hash,
        tx.from,
        tx.to,
        created,
        tx.nonce,
        tx.value,
        fee,
        isGood,
        selector,
        block.timestamp,
      )
      const concern = (...who: (string | null | undefined)[]): void => {
        for (const one of who) {
          if (one && one !== zeroAddress) add('accounts', one, key)
        }
      }
      const move = (
        position: number,
        part: number,
        kind: string,
        token: string | null,
        id: unknown,
        amount: bigint,
        from: string,
        to: string,
      ): void => {
        add('movements', key, position, part, kind, token, id, amount, from, to)
        concern(from, to)
        if (token && amount > 0n && to !== zeroAddress) add('tokens', to, token)
      }
      concern(tx.from, tx.to, created)
      if (!isGood) continue
      if (tx.value > 0n)
        move(-1, 0, 'coin', null, null, tx.value, tx.from, (tx.to ?? created) as string)
      const inner = innerOf(traces.filter(({ transactionHash }) => transactionHash === tx.hash))
      for (const [at, one] of inner.entries()) {
        move(-2 - at, 0, 'internal', null, null, one.value, one.from, one.to)
      }
      for (const log of logs.get(tx.hash) ?? []) {
        const { address: token, logIndex, topics, data } = log
        const read = (event: AbiEvent, words: number | undefined): Fields | undefined =>
          readEvent(event, topics, data, words)
        const is721 = topics.length === 4
        const moved = is721 ? read(erc721, 0) : read(erc20, 1)
        if (moved)
          move(
            logIndex,
            0,
            is721 ? 'erc721' : 'erc20',
            token,
            moved.id,
            is721 ? 1n : (moved.value as bigint),
            moved.from as string,
            moved.to as string,
          )
        const one = read(single, 2)
        if (one)
          move(
            logIndex,
            0,
            'erc1155',
            token,
            one.id,
            one.value as bigint,
            one.from as string,
            one.to as string,
          )
        const many = read(batch, undefined)
        for (const [part, id] of ((many?.ids ?? []) as bigint[]).entries()) {
          const { values, from, to } = many as {
            values: bigint[]
            from: string
            to: string
          } & Fields
          move(logIndex, part, 'erc1155', token, id, values[part] as bigint, from, to)
        }
        const leave = is721 ? read(oneItem, 0) : read(allowance, 1)
        const everything = read(allItems, 1)
        const { owner, spender, value, id, isAll } = leave ?? everything ?? {}
        if (leave || everything) {
          add('approvals', key, logIndex, token, owner, spender, value, id, isAll)
          concern(owner as string)
        }
        if (token.toLowerCase() !== wrapped.toLowerCase()) continue
        const [into, out] = [read(deposit, 1), read(withdrawal, 1)]
        if (into && into.value !== 0n)
          move(
            logIndex,
            0,
            'erc20',
            token,
            null,
            into.value as bigint,
            zeroAddress,
            into.who as string,
          )
        if (out && out.value !== 0n)
          move(
            logIndex,
            0,
            'erc20',
            token,
            null,
            out.value as bigint,
            out.who as string,
            zeroAddress,
          )
      }
    }
  }
  const sorted = (lines: Set<string>): readonly string[] => [...lines].sort()
  return {
    transactions: sorted(rows.transactions),
    movements: sorted(rows.movements),
    approvals: sorted(rows.approvals),
    accounts: sorted(rows.accounts),
    tokens: sorted(rows.tokens),
  }
}

/** Coin that calls within a transaction moved for good: nothing below a call that failed. */
function innerOf(traces: readonly Flat[]): { from: string; to: string; value: bigint }[] {
  const dead = traces.filter(({ error }) => error).map(({ traceAddress }) => traceAddress)
  const isDead = (path: readonly number[]) =>
    dead.some((prefix) => prefix.every((step, at) => path[at] === step))
  return traces.flatMap(({ type, action, result, traceAddress }) => {
    if (traceAddress.length === 0 || isDead(traceAddress)) return []
    const found =
      type === 'suicide'
        ? { from: action.address, to: action.refundAddress, value: action.balance }
        : type === 'create'
          ? { from: action.from, to: result?.address, value: action.value }
          : action.callType === 'call'
            ? { from: action.from, to: action.to, value: action.value }
            : undefined
    const { from, to, value } = found ?? {}
    return from && to && value && BigInt(value) > 0n ? [{ from, to, value: BigInt(value) }] : []
  })
}
