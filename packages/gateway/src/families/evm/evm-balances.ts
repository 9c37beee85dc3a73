import { answerLimits } from '@latchkey/protocol'
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { BalancePort, BalanceRequest } from '../../ports/balance-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import type { TokenFacts, TokenPort } from '../../ports/token-port.ts'
import { coinBalance, tokenBalance } from '../shared/wire-balance.ts'
import { type ContractRead, readContracts, readWord } from './nodes/read-contracts.ts'
import type { DiscoveredTokens } from './tokens/discovered-tokens.ts'

type Chain = Config['chains'][number]
type Token = Pick<TokenFacts, 'address' | 'name' | 'symbol' | 'decimals'> & {
  readonly iconUrl?: string | undefined
}

interface BalanceDependencies {
  readonly nodes: NodePort
  readonly tokens: TokenPort
  readonly discovered: DiscoveredTokens
}

/**
 * Number of contracts outside the operator's list that are read in one call. A contract that burns
 * all gas makes the other reads of its call fail, until they are repeated one by one.
 */
const groupSize = 50
/** Maximum number of contracts that are read one by one. */
const maxSingleReads = 200

/**
 * Reads the balances of the operator's tokens and of discovered tokens, in one request to the node.
 * Failed, empty and spam tokens are left out; the coin is always first.
 */
export function evmBalances(
  { chains, tokens }: Pick<Config, 'chains' | 'tokens'>,
  dependencies: BalanceDependencies,
): BalancePort {
  return {
    async read(request) {
      const chain = chains.find(({ id }) => id === request.chain)
      if (!chain?.id.startsWith('eip155:'))
        throw refusal(400, 'chainId', `Balances of ${request.chain} are not served here`)
      const configuredTokens = tokens.filter(({ id }) => id.startsWith(`${chain.id}/erc20:`))
      const listedTokens = configuredTokens.map((token) => ({
        ...token,
        address: requireContract(token),
      }))
      const unlistedAddresses = await readUnlistedTokens(
        dependencies,
        request,
        new Set(listedTokens.map(({ address }) => address.toLowerCase())),
      )
      const { coin, amounts } = await readAmounts(
        chain,
        request,
        listedTokens,
        unlistedAddresses,
        dependencies.nodes,
      )
      const heldAddresses = unlistedAddresses.filter((address) => amounts.get(address))
      const factsByToken =
        heldAddresses.length > 0
          ? await dependencies.tokens.find(chain.id, heldAddresses, request.signal)
          : new Map()
      const describedTokens = heldAddresses.flatMap((address): readonly Token[] => {
        const tokenFacts: TokenFacts | undefined = factsByToken.get(address)
        return tokenFacts?.kind === 'erc20' && tokenFacts.spam === null && tokenFacts.symbol !== ''
          ? [tokenFacts]
          : []
      })
      const allBalances = [...listedTokens, ...describedTokens].flatMap((token) =>
        tokenBalance(chain, token, amounts.get(token.address)),
      )
      return [coinBalance(chain, coin), ...allBalances].slice(0, answerLimits.balances)
    },
    async coin({ chain, address, signal }) {
      const call = { method: 'eth_getBalance', params: JSON.stringify([address, 'latest']) }
      const [answer] = await dependencies.nodes.ask(chain, [call], signal)
      const value: unknown = answer?.kind === 'result' ? JSON.parse(answer.text) : undefined
      if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value))
        throw refusal(503, 'chainId', `The node of ${chain} tells no balance`)
      return BigInt(value)
    },
  }
}

/**
 * When the list of discovered tokens is unavailable, the balances of the listed tokens are still
 * answered.
 */
async function readUnlistedTokens(
  { discovered }: BalanceDependencies,
  { chain, address, also = [] }: BalanceRequest,
  listedTokens: ReadonlySet<string>,
): Promise<readonly Hex[]> {
  const discoveredTokens = await discovered(chain, address.toLowerCase() as Hex).catch(() => [])
  return [...new Set([...(also as readonly Hex[]), ...discoveredTokens])].filter(
    (token) => !listedTokens.has(token),
  )
}

async function readAmounts(
  chain: Chain,
  { address, signal }: BalanceRequest,
  listedTokens: readonly { readonly address: Hex }[],
  unlistedAddresses: readonly Hex[],
  nodes: NodePort,
): Promise<{ coin: bigint; amounts: ReadonlyMap<Hex, bigint> }> {
  const account = getAddress(address)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const makeBalanceRead = (to: Hex): ContractRead => ({ to, data })
  const listedAddresses = listedTokens.map((token) => token.address)
  const groups = splitGroups(unlistedAddresses)
  const listedReads = [{ coinOf: account }, ...listedAddresses.map(makeBalanceRead)]
  const [answers = [], ...otherGroups] = await readContracts(
    chain,
    [listedReads, ...groups.map((group) => group.map(makeBalanceRead))],
    nodes,
    signal,
  )
  const coin = readWord(answers[0])
  if (coin === undefined)
    throw refusal(503, 'chainId', `The balances of ${chain.id} cannot be read at the moment`)
  const failedTokens = groups
    .filter(
      (group, index) =>
        group.length > 1 && !otherGroups[index]?.some((answer) => answer !== undefined),
    )
    .flat()
  const singleReads =
    failedTokens.length > 0
      ? await readSingly(
          chain,
          failedTokens.slice(0, maxSingleReads),
          makeBalanceRead,
          nodes,
          signal,
        )
      : []
  const otherAnswers = otherGroups.flat()
  const pairs = [
    ...listedAddresses.map((token, index) => [token, readWord(answers[index + 1])] as const),
    ...unlistedAddresses.map((token, index) => [token, readWord(otherAnswers[index])] as const),
    ...singleReads,
  ]
  return {
    coin,
    amounts: new Map(
      pairs.flatMap(([token, amount]) => (amount === undefined ? [] : [[token, amount]])),
    ),
  }
}

/**
 * Reads each contract in a call of its own, so that one bad contract does not affect the others.
 */
async function readSingly(
  chain: Chain,
  tokens: readonly Hex[],
  makeBalanceRead: (token: Hex) => ContractRead,
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly [Hex, bigint | undefined])[]> {
  const groupAnswers = await readContracts(
    chain,
    [[], ...tokens.map((token) => [makeBalanceRead(token)])],
    nodes,
    signal,
  ).catch(() => [])
  return tokens.map((token, index) => [token, readWord(groupAnswers[index + 1]?.[0])])
}

function splitGroups(tokens: readonly Hex[]): readonly (readonly Hex[])[] {
  return Array.from({ length: Math.ceil(tokens.length / groupSize) }, (_, index) =>
    tokens.slice(index * groupSize, (index + 1) * groupSize),
  )
}

function requireContract({ id }: { readonly id: string }): Hex {
  return id.slice(id.lastIndexOf(':') + 1) as Hex
}
