import type { Kit } from '@latchkey/core'
import { plainText } from '@latchkey/core/inside'
import { readContract } from '@latchkey/evm/provider'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { hashDomain, parseAbi } from 'viem'
import type { TokenDomain } from '../wire/authorization.ts'
import { domainTypes } from '../wire/authorization.ts'
import { type Address, evmChainNumber, isSameAddress } from '../wire/fields.ts'
import type { Requirement } from '../wire/read-requirements.ts'

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1, string, string, uint256, address, bytes32, uint256[])',
])

/** What the chain states about a token that is to be paid. */
export interface PaidToken {
  readonly domain: TokenDomain
  readonly decimals: number
  readonly symbol: string
}

type View = 'decimals' | 'symbol' | 'name' | 'version' | 'DOMAIN_SEPARATOR' | 'eip712Domain'

/**
 * Reads a token from the chain and compares what the server says about it: the EIP-712 domain must
 * be the token's own, so that no other domain is signed. Also checks that the payer holds enough.
 * @throws `insufficient-funds` | `payment-unsupported` | `read-unavailable` | `aborted`
 */
export async function readToken(
  kit: Kit,
  { chain, token, amount, domain: claimed }: Requirement,
  payer: Address,
  signal: AbortSignal | undefined,
): Promise<PaidToken> {
  const call = { chain, address: token, abi, signal } as const
  /** Calls a function of the token; undefined when the contract does not have it. */
  const read = async <V extends View>(functionName: V) => {
    try {
      return await readContract(kit, { ...call, functionName: functionName as View })
    } catch (error) {
      if (hasCode(error, 'execution-reverted') || isMissing(error)) return undefined
      throw error
    }
  }
  const [balance, decimals, symbol, separator] = await Promise.all([
    readContract(kit, { ...call, functionName: 'balanceOf', args: [payer] }),
    read('decimals'),
    read('symbol'),
    read('DOMAIN_SEPARATOR'),
  ])
  const domain = claimed ?? {
    name: String((await read('name')) ?? ''),
    version: String((await read('version')) ?? ''),
  }
  const isTokenDomain =
    separator === undefined
      ? await hasDomain(domain, { read, chain: evmChainNumber(chain), token })
      : separator === separatorOf(domain, evmChainNumber(chain), token)
  if (!isTokenDomain)
    throw new LatchkeyError('payment-unsupported', {
      reason: `${token} does not sign as “${plainText(domain.name, 40)}”, version ${plainText(domain.version, 10)}`,
      fix: 'The server has to name the name and version of its token.',
    })
  if (balance < amount)
    throw new LatchkeyError('insufficient-funds', { reason: `${balance} of ${amount} base units` })
  return {
    domain,
    // The amount is shown in base units when the token states no decimals, or more than 36.
    decimals: typeof decimals === 'number' && decimals <= 36 ? decimals : 0,
    symbol: plainText(typeof symbol === 'string' ? symbol : '', 16),
  }
}

/** The hash of an EIP-712 domain, as tokens return it from `DOMAIN_SEPARATOR`. */
function separatorOf(domain: TokenDomain, chainId: number, token: Address): `0x${string}` {
  return hashDomain({
    domain: { ...domain, chainId: BigInt(chainId), verifyingContract: token },
    types: { EIP712Domain: domainTypes },
  })
}

/** Whether a token without `DOMAIN_SEPARATOR` states this domain by its other functions. */
async function hasDomain(
  domain: TokenDomain,
  { read, chain, token }: { read: (view: View) => Promise<unknown>; chain: number; token: Address },
): Promise<boolean> {
  const statedDomain = await read('eip712Domain')
  if (!Array.isArray(statedDomain))
    return domain.name === (await read('name')) && domain.version === (await read('version'))
  const [, name, version, chainId, contract] = statedDomain as readonly unknown[]
  return (
    name === domain.name &&
    version === domain.version &&
    chainId === BigInt(chain) &&
    isSameAddress(String(contract), token)
  )
}

/**
 * Whether a call failed because the contract returned no data, as a contract does that lacks the
 * function.
 */
function isMissing(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: { readonly name?: unknown } }
  const name = (cause as { readonly cause?: { readonly name?: unknown } } | undefined)?.cause?.name
  return [cause?.name, name].includes('ContractFunctionZeroDataError')
}
