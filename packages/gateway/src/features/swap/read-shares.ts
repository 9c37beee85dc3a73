import type { ChainId } from '@latchkey/protocol'
import { decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import type { BoundedCache } from '../../base/bounded-cache.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import { probeCode } from './probe-code.gen.ts'
import type { Share } from './transfer-share.ts'

/** A token and a pool that holds it. */
export interface Holder {
  readonly token: Hex
  readonly pool: Hex
}

/**
 * Which share of a transfer of the token arrives when it is sent into a pool, and when it is sent
 * out of the pool.
 */
export interface Shares {
  readonly enters: Share
  readonly leaves: Share
}

/**
 * Two addresses that nobody uses. During the simulated call the node puts the measuring contract at
 * `home`, and that contract sends tokens to `other`.
 */
const [home, other] = [
  `0x1a7c4ce9${'0'.repeat(24)}0000c0de`,
  `0x1a7c4ce9${'0'.repeat(24)}0000b0b0`,
] as const
/** Code of a proxy (EIP-1167) that calls the contract at `home`. */
const proxyCode = `0x363d3d373d3d3d363d73${home.slice(2)}5af43d82803e903d91602b57fd5bf3`
const abi = parseAbi([
  'function probe(address, address) returns (uint256, uint256, uint256, uint256)',
])
/** Gas limit of a simulated call: enough for an expensive transfer, but not for an endless one. */
const gas = '0x2dc6c0'

/**
 * Measures the transfer fees of tokens in pools. The node simulates (`eth_call` with state
 * overrides) that a measuring contract is in place of the pool, and that it sends a thousandth of
 * the pool's balance out and back. Undefined when the node does not support overrides, or the pool
 * is empty. Results are cached in `known`.
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
  const unknownHolders = holders.filter((one, index) => {
    const isFirstOccurrence =
      holders.findIndex((other) => holderKey(other) === holderKey(one)) === index
    return isFirstOccurrence && !isHolderKnown(known, one)
  })
  if (unknownHolders.length > 0) {
    const answers = await nodes.ask(chain, unknownHolders.map(makeProbeCall), signal)
    unknownHolders.forEach((one, index) => {
      known.set(holderKey(one), decodeShares(answers[index]) ?? 'unknown')
    })
  }
  return (holder) => {
    const knownShares = known.get(holderKey(holder))
    return knownShares === 'unknown' ? undefined : knownShares
  }
}

/**
 * Whether the cache `known` has an entry for the transfer fee of a token into and out of a pool. An
 * entry `unknown` counts too: it says that the fee could not be measured.
 */
export function isHolderKnown(known: BoundedCache<Shares | 'unknown'>, holder: Holder): boolean {
  return known.get(holderKey(holder)) !== undefined
}

/**
 * Records that the transfer fees of these tokens in these pools could not be measured, so that they
 * are not measured again while the entry is cached. This is for nodes that refuse a whole request
 * because of the measurement in it.
 */
export function forgetDoubtedShares(
  known: BoundedCache<Shares | 'unknown'>,
  holders: readonly Holder[],
): void {
  for (const one of holders) {
    known.set(holderKey(one), 'unknown')
  }
}

function holderKey({ token, pool }: Holder): string {
  return `${pool} ${token}`
}

function makeProbeCall({ token, pool }: Holder): NodeCall {
  const data = encodeFunctionData({ abi, functionName: 'probe', args: [token, other] })
  const overrides = {
    [pool]: { code: proxyCode },
    [other]: { code: proxyCode },
    [home]: { code: probeCode },
  }
  return {
    method: 'eth_call',
    params: JSON.stringify([{ to: pool, data, gas }, 'latest', overrides]),
  }
}

function decodeShares(answer: NodeAnswer | undefined): Shares | undefined {
  const data: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
  if (!isHex(data) || data.length !== 2 + 4 * 64) return undefined
  const [sentOut, cameOut, sentIn, cameIn] = decodeFunctionResult({
    abi,
    functionName: 'probe',
    data,
  })
  if (sentOut === 0n) return undefined
  // If nothing arrived outside the pool, nothing could be sent back into it. Transfers into the
  // pool are then untested, and count as a complete loss.
  const enters =
    sentIn === 0n ? { sent: 1n, came: 0n } : { sent: sentIn, came: smallerOf(cameIn, sentIn) }
  return { leaves: { sent: sentOut, came: smallerOf(cameOut, sentOut) }, enters }
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
