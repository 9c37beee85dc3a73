import type { Balance, ReadSource } from '@latchkey/core'
import { type AccountId, type Asset, type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { decodeFunctionResult, encodeFunctionData, multicall3Abi, parseAbi } from 'viem'
import { nativeAsset } from '../../chains.ts'
import { addressOfAccount, tokenAddress } from '../../encoding/account.ts'
import { isAddress } from '../../encoding/address.ts'
import { isHex, readQuantity, readWord } from '../../encoding/hex.ts'
import { explain } from '../../errors.ts'
import { balanceOfCallData } from '../token-calls.ts'

const ethBalanceAbi = parseAbi(['function getEthBalance(address) view returns (uint256)'])

/** Error codes of a failing connection to the node, which more requests would make worse. */
const retryableCodes: readonly ErrorCode[] = [
  'aborted',
  'rpc-limit-exceeded',
  'rate-limited',
  'read-unavailable',
  'gateway-unreachable',
  'gateway-timeout',
  'gateway-refused',
  'server-error',
]

/** Maximum number of tokens in one `eth_call`: with more, nodes run out of gas. */
const maxTokensPerCall = 500

/**
 * Reads the balance of the native coin, then that of each token once; one `eth_call` through
 * Multicall3 reads them all when the chain has that contract. A token whose contract does not
 * answer is left out; when the balance of the native coin is missing, `rpc-answer-invalid` is
 * thrown.
 */
export async function balances(
  source: ReadSource,
  parameters: { readonly account: AccountId; readonly assets?: readonly Asset[] },
): Promise<readonly Balance[]> {
  const owner = addressOfAccount(parameters.account)
  const tokens = new Map<string, { readonly asset: Asset; readonly address: `0x${string}` }>()
  for (const asset of parameters.assets ?? []) {
    const address = asset.id.startsWith(`${source.chain.id}/`) ? tokenAddress(asset.id) : undefined
    if (address) tokens.set(address.toLowerCase(), { asset, address })
  }
  const wantedTokens = [...tokens.values()].slice(0, maxTokensPerCall)
  const { multicall3 } = source.chain.contracts ?? {}
  const addresses = wantedTokens.map(({ address }) => address)
  const answers =
    (isAddress(multicall3) &&
      (await readByMulticall(source, multicall3 as `0x${string}`, owner, addresses))) ||
    (await readByBatch(source, owner, addresses))

  const [coinAmount, ...tokenAmounts] = answers
  if (coinAmount === null || coinAmount === undefined)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'the balance is no quantity' })
  const foundBalances: Balance[] = [{ asset: nativeAsset(source.chain), amount: coinAmount }]
  wantedTokens.forEach(({ asset }, i) => {
    const amount = tokenAmounts[i]
    if (typeof amount === 'bigint') foundBalances.push({ asset, amount })
  })
  return foundBalances
}

type TokenAmounts = readonly (bigint | null)[]

/**
 * Reads all balances through Multicall3; null when its answer cannot be read, for example because
 * the configured contract is a different one.
 */
async function readByMulticall(
  source: ReadSource,
  multicall3: `0x${string}`,
  owner: `0x${string}`,
  tokens: readonly `0x${string}`[],
): Promise<TokenAmounts | null> {
  const coinCall = encodeFunctionData({
    abi: ethBalanceAbi,
    functionName: 'getEthBalance',
    args: [owner],
  })
  const calls = [
    { target: multicall3, allowFailure: true, callData: coinCall },
    ...tokens.map((target) => ({ target, allowFailure: true, callData: balanceOfCallData(owner) })),
  ]
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const answer = await source
    .request('eth_call', [{ to: multicall3, data }, 'latest'])
    .catch((error: unknown) => {
      if (retryableCodes.includes(explain(error))) throw error
      // Reading all balances at once failed: one hostile token may have used up all gas, or the
      // configured contract is not Multicall3.
      return null
    })
  if (!isHex(answer) || answer === '0x') return null
  try {
    const results = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: answer,
    })
    return results.map(({ success, returnData }) => (success ? readWord(returnData) : null))
  } catch {
    return null
  }
}

async function readByBatch(
  source: ReadSource,
  owner: string,
  tokens: readonly string[],
): Promise<TokenAmounts> {
  const coinRequest = source.request('eth_getBalance', [owner, 'latest'])
  const tokenReads = tokens.map((to) =>
    source
      .request('eth_call', [{ to, data: balanceOfCallData(owner) }, 'latest'])
      .then(readWord, () => null),
  )
  return [readQuantity(await coinRequest), ...(await Promise.all(tokenReads))]
}
