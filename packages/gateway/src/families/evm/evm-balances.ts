import { answerLimits } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { BalanceAsk, BalancePort } from '../../ports/balance-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { TokenFacts, TokenPort } from '../../ports/token-port.ts'
import { coinBalance, tokenBalance } from '../shared/wire-balance.ts'
import { type ContractRead, readContracts, wordOf } from './nodes/read-contracts.ts'
import type { DiscoveredTokens } from './tokens/discovered-tokens.ts'

type Chain = Config['chains'][number]
type Token = Pick<TokenFacts, 'address' | 'name' | 'symbol' | 'decimals'> & {
  readonly iconUrl?: string | undefined
}

interface Parts {
  readonly nodes: NodePort
  readonly tokens: TokenPort
  readonly discovered: DiscoveredTokens
}

/**
 * Foreign contracts per call: a contract that burns all gas hides the others of its group until
 * they are read one by one.
 */
const groupSize = 50
/** Maximum number of contracts that are read one by one. */
const aloneLimit = 200

/**
 * Balances of the operator's tokens and the discovered tokens, in one node round trip. Failed,
 * empty and spam tokens are left out; the coin is always first.
 */
export function evmBalances(
  { chains, tokens }: Pick<Config, 'chains' | 'tokens'>,
  parts: Parts,
): BalancePort {
  return {
    async read(ask) {
      const chain = chains.find(({ id }) => id === ask.chain)
      if (!chain?.id.startsWith('eip155:'))
        throw refusal(400, 'chainId', `Balances of ${ask.chain} are not served here`)
      const own = tokens.filter(({ id }) => id.startsWith(`${chain.id}/erc20:`))
      const listed = own.map((token) => ({ ...token, address: contractOf(token) }))
      const foreign = await foreignTokens(
        parts,
        ask,
        new Set(listed.map(({ address }) => address.toLowerCase())),
      )
      const { coin, amounts } = await readAmounts(chain, ask, listed, foreign, parts.nodes)
      const held = foreign.filter((address) => amounts.get(address))
      const facts =
        held.length > 0 ? await parts.tokens.find(chain.id, held, ask.signal) : new Map()
      const described = held.flatMap((address): readonly Token[] => {
        const known: TokenFacts | undefined = facts.get(address)
        return known?.kind === 'erc20' && known.spam === null && known.symbol !== '' ? [known] : []
      })
      const all = [...listed, ...described].flatMap((token) =>
        tokenBalance(chain, token, amounts.get(token.address)),
      )
      return [coinBalance(chain, coin), ...all].slice(0, answerLimits.balances)
    },
    async coin({ chain, address, signal }) {
      const call = { method: 'eth_getBalance', params: JSON.stringify([address, 'latest']) }
      const [answer] = await parts.nodes.ask(chain, [call], signal)
      const value: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
      if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value))
        throw refusal(503, 'chainId', `The node of ${chain} tells no balance`)
      return BigInt(value)
    },
  }
}

/**
 * Without discovered tokens the listed ones are still correct, so a failing index does not fail the
 * portfolio.
 */
async function foreignTokens(
  { discovered }: Parts,
  { chain, address, also = [] }: BalanceAsk,
  listed: ReadonlySet<string>,
): Promise<readonly Hex[]> {
  const found = await discovered(chain, address.toLowerCase() as Hex).catch(() => [])
  return [...new Set([...(also as readonly Hex[]), ...found])].filter((token) => !listed.has(token))
}

async function readAmounts(
  chain: Chain,
  { address, signal }: BalanceAsk,
  listed: readonly { readonly address: Hex }[],
  foreign: readonly Hex[],
  nodes: NodePort,
): Promise<{ coin: bigint; amounts: ReadonlyMap<Hex, bigint> }> {
  const account = getAddress(address)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const readOf = (to: Hex): ContractRead => ({ to, data })
  const own = listed.map((token) => token.address)
  const groups = inGroups(foreign)
  const first = [{ coinOf: account }, ...own.map(readOf)]
  const [answers = [], ...rest] = await readContracts(
    chain,
    [first, ...groups.map((group) => group.map(readOf))],
    nodes,
    signal,
  )
  const coin = wordOf(answers[0])
  if (coin === undefined)
    throw refusal(503, 'chainId', `The balances of ${chain.id} cannot be read at the moment`)
  const lost = groups
    .filter((group, at) => group.length > 1 && !rest[at]?.some((answer) => answer !== undefined))
    .flat()
  const alone =
    lost.length > 0 ? await readAlone(chain, lost.slice(0, aloneLimit), readOf, nodes, signal) : []
  const others = rest.flat()
  const pairs = [
    ...own.map((token, at) => [token, wordOf(answers[at + 1])] as const),
    ...foreign.map((token, at) => [token, wordOf(others[at])] as const),
    ...alone,
  ]
  return {
    coin,
    amounts: new Map(
      pairs.flatMap(([token, amount]) => (amount === undefined ? [] : [[token, amount]])),
    ),
  }
}

/** Reads each contract in a call of its own. */
async function readAlone(
  chain: Chain,
  tokens: readonly Hex[],
  readOf: (token: Hex) => ContractRead,
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly [Hex, bigint | undefined])[]> {
  const read = await readContracts(
    chain,
    [[], ...tokens.map((token) => [readOf(token)])],
    nodes,
    signal,
  ).catch(() => [])
  return tokens.map((token, at) => [token, wordOf(read[at + 1]?.[0])])
}

function inGroups(tokens: readonly Hex[]): readonly (readonly Hex[])[] {
  return Array.from({ length: Math.ceil(tokens.length / groupSize) }, (_, at) =>
    tokens.slice(at * groupSize, (at + 1) * groupSize),
  )
}

function contractOf({ id }: { readonly id: string }): Hex {
  return id.slice(id.lastIndexOf(':') + 1) as Hex
}
