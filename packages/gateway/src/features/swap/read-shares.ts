import type { ChainId } from '@latchkey/protocol'
import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import type { BoundedCache } from '../../base/bounded-cache.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import { probeCode } from './probe-code.gen.ts'
import type { Share } from './transfer-share.ts'

/** A token, and a pool that holds it. */
export interface Holder {
  readonly token: Hex
  readonly pool: Hex
}

/** What comes of a token on its way into a pool, and out of it. */
export interface Shares {
  readonly enters: Share
  readonly leaves: Share
}

/** Nobody's: the probe's code stands here while a node is asked, and here it sends to. */
const [home, other] = [
  `0x1a7c4ce9${'0'.repeat(24)}0000c0de`,
  `0x1a7c4ce9${'0'.repeat(24)}0000b0b0`,
] as const
/** A contract that does as the one at `home` (EIP-1167). */
const double = `0x363d3d373d3d3d363d73${home.slice(2)}5af43d82803e903d91602b57fd5bf3`
const abi = parseAbi([
  'function probe(address, address) returns (uint256, uint256, uint256, uint256)',
])
/** A transfer may be costly, endless it may not be. */
const gas = '0x2dc6c0'

/**
 * What pools' tokens keep for themselves of a transfer, tried on the newest state: the node is told
 * to take the pool for a contract of ours (`eth_call` with overrides), which sends a thousandth of
 * what it holds to and fro. Undefined where the node cannot, or there is nothing to send. What was
 * found is believed as long as `known` keeps it.
 */
export async function readShares(
  {
    chain,
    nodes,
    known,
  }: {
    readonly chain: ChainId
    readonly nodes: NodePort
    readonly known: BoundedCache<Shares | 'unknown'>
  },
  holders: readonly Holder[],
  signal?: AbortSignal,
): Promise<(holder: Holder) => Shares | undefined> {
  const asked = holders.filter((one, at) => {
    const isFirst = holders.findIndex((other) => keyOf(other) === keyOf(one)) === at
    return isFirst && !isTold(known, one)
  })
  if (asked.length > 0) {
    const answers = await nodes.ask(chain, asked.map(makeProbeCall), signal)
    asked.forEach((one, at) => {
      known.set(keyOf(one), sharesOf(answers[at]) ?? 'unknown')
    })
  }
  return (holder) => {
    const found = known.get(keyOf(holder))
    return found === 'unknown' ? undefined : found
  }
}

/** Whether a holder was asked about already, and lately. */
export function isTold(known: BoundedCache<Shares | 'unknown'>, holder: Holder): boolean {
  return known.get(keyOf(holder)) !== undefined
}

/** Leaves it at not knowing: of nodes that answer nothing at all to such a question. */
export function doubtShares(
  known: BoundedCache<Shares | 'unknown'>,
  holders: readonly Holder[],
): void {
  for (const one of holders) {
    known.set(keyOf(one), 'unknown')
  }
}

function keyOf({ token, pool }: Holder): string {
  return `${pool} ${token}`
}

function makeProbeCall({ token, pool }: Holder): NodeCall {
  const data = encodeFunctionData({ abi, functionName: 'probe', args: [token, other] })
  const overrides = {
    [pool]: { code: double },
    [other]: { code: double },
    [home]: { code: probeCode },
  }
  return {
    method: 'eth_call',
    params: JSON.stringify([{ to: pool, data, gas }, 'latest', overrides]),
  }
}

function sharesOf(answer: NodeAnswer | undefined): Shares | undefined {
  const data: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
  if (!isHex(data) || data.length !== 2 + 4 * 64) return undefined
  const [sentOut, cameOut, sentIn, cameIn] = decodeFunctionResult({
    abi,
    functionName: 'probe',
    data,
  })
  if (sentOut === 0n) return undefined
  // What never came out was not sent in either: then nobody knows whether it could be.
  const enters =
    sentIn === 0n ? { sent: 1n, came: 0n } : { sent: sentIn, came: smallerOf(cameIn, sentIn) }
  return { leaves: { sent: sentOut, came: smallerOf(cameOut, sentOut) }, enters }
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
