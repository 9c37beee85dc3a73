import type { AssetId, ChainId } from '@latchkey/protocol'
import type { TokenDomain } from './authorization.ts'
import type { Address, Fields } from './fields.ts'
import { isAddress, isEvmChain, readFields, readText, readUnits } from './fields.ts'
import { chainOfOldNetwork } from './old-networks.ts'

/** One of the ways to pay that a server offers, which this package supports. */
export interface Requirement {
  readonly chain: ChainId
  readonly asset: AssetId
  readonly token: Address
  readonly payTo: Address
  /** Amount in base units, above zero. */
  readonly amount: bigint
  /** Seconds for which the authorization must be valid. */
  readonly timeoutSeconds: number
  /**
   * The token's EIP-712 domain as the server states it; it is compared with what the chain states.
   */
  readonly domain?: TokenDomain
  /**
   * The offer as the server wrote it; version 2 requires that the payer sends it back unchanged.
   */
  readonly fields: Fields
}

/** What a 402 answer asks to be paid. */
export interface PaymentRequired {
  readonly version: 1 | 2
  readonly requirements: readonly Requirement[]
  /** For each offer that is not supported, the reason. */
  readonly leftOut: readonly string[]
  /** What the server says that it sells, unchanged. */
  readonly description?: string
  /** The fields `resource` and `extensions` of version 2, which the payer sends back unchanged. */
  readonly echo: Fields
}

/** The number of offers that are read; servers make one for each network and token. */
const offersLimit = 32
/** The longest text of an offer that is read, in characters. */
const textLimit = 256

/**
 * Checks field by field what a server asks for. Offers that are not supported are left out.
 * Undefined when the value asks for no x402 payment.
 */
export function readRequirements(value: unknown): PaymentRequired | undefined {
  const fields = readFields(value)
  const version = fields?.x402Version
  if (!fields || (version !== 1 && version !== 2) || !Array.isArray(fields.accepts))
    return undefined
  const offers = fields.accepts
    .slice(0, offersLimit)
    .map((offer) => readOffer(readFields(offer) ?? {}, version))
  const resource = readFields(fields.resource)
  const extensions = readFields(fields.extensions)
  const [first] = fields.accepts
  const described = version === 2 ? resource : readFields(first)
  const description = readText(described?.description, 4096)
  return {
    version,
    requirements: offers.filter((offer): offer is Requirement => typeof offer !== 'string'),
    leftOut: offers.filter((offer): offer is string => typeof offer === 'string'),
    ...(description && { description }),
    echo: version === 2 ? { ...(resource && { resource }), ...(extensions && { extensions }) } : {},
  }
}

/** Returns a server's offer, or the reason why it is not supported. */
function readOffer(fields: Fields, version: 1 | 2): Requirement | string {
  if (fields.scheme !== 'exact') return 'its scheme is not exact'
  const chain = version === 2 ? fields.network : chainOfOldNetwork(fields.network)
  if (!isEvmChain(chain)) return 'its network is no known Ethereum-like chain'
  const extra = readFields(fields.extra)
  const method = extra?.assetTransferMethod
  if (method !== undefined && method !== 'eip3009') return 'it is not paid by EIP-3009'
  const { asset: token, payTo, maxTimeoutSeconds: timeoutSeconds } = fields
  const amount = readUnits(version === 2 ? fields.amount : fields.maxAmountRequired)
  if (!isAddress(token) || !isAddress(payTo)) return 'its token or receiver is no address'
  if (!amount) return 'its amount is no number of base units above zero'
  if (typeof timeoutSeconds !== 'number' || !(timeoutSeconds > 0 && timeoutSeconds <= 2 ** 32))
    return 'its time limit is no number of seconds'
  const name = readText(extra?.name, textLimit)
  const domainVersion = readText(extra?.version, textLimit)
  return {
    chain,
    asset: `${chain}/erc20:${token}`,
    token,
    payTo,
    amount,
    timeoutSeconds,
    ...(name !== undefined &&
      domainVersion !== undefined && { domain: { name, version: domainVersion } }),
    fields,
  }
}
