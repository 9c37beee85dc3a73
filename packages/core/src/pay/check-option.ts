import {
  type AccountId,
  type Asset,
  addressOf,
  type ChainId,
  chainOf,
  LatchkeyError,
  namespaceOf,
} from '@latchkey/protocol'
import { maxAmount } from '../amount/decimal.ts'
import type { Adapter } from '../contract/adapter.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { plainText } from '../plain-text.ts'
import { readSource } from '../rpc/read-source.ts'
import type { BillOption } from './bill.ts'

/** Maximum number of characters of a token's symbol. */
const maxSymbolLength = 16

/** Decimal places that the contracts of tokens have reported, by asset id. */
const decimalsOf: (kit: Kit) => Map<string, number> = perKit(() => new Map())

/**
 * Checks one way to pay. A coin is described by the kit's own configuration. The decimal places of
 * a token are read from its contract, because with wrong ones the visitor would pay another amount
 * than is shown.
 * @throws `gateway-answer-invalid`, whose `reason` names what is wrong | what the read throws
 */
export async function checkOption(
  kit: Kit,
  option: BillOption,
  signal: AbortSignal | undefined,
): Promise<BillOption> {
  const { to, amount } = option
  const chainId = chainOf(option.asset.id)
  const adapter = adapterOf(kit, namespaceOf(chainId))
  if (amount <= 0n || amount > maxAmount) refuseOption('an amount that nobody can pay')
  const asset = await checkAsset(kit, { adapter, chainId, asset: option.asset, signal })
  if (!adapter.isAddress(to)) refuseOption('a receiver that is no address')
  if (await adapter.read.isUnspendable?.(to)) refuseOption('a receiver that nobody has the key of')
  const spelling = (await adapter.read.spelling?.(to)) ?? to
  if (!isSpelled(to, spelling)) refuseOption('a receiver with a wrong checksum')
  return { asset, to: spelling, amount }
}

async function checkAsset(
  kit: Kit,
  {
    adapter,
    chainId,
    asset,
    signal,
  }: {
    readonly adapter: Adapter
    readonly chainId: ChainId
    readonly asset: Asset
    readonly signal: AbortSignal | undefined
  },
): Promise<Asset> {
  const source = readSource(kit, { chain: chainId, ...(signal && { signal }) })
  const coin = adapter.nativeAsset(source.chain)
  if (coin.id.toLowerCase() === asset.id.toLowerCase()) {
    if (asset.decimals !== coin.decimals) refuseOption('wrong decimal places of the coin')
    return coin
  }
  if (adapter.tokenId(chainId, addressOf(asset.id as AccountId)) === null)
    refuseOption('an asset that its chain does not have')
  const symbol = plainText(asset.symbol, maxSymbolLength)
  if (!symbol) refuseOption('a token without a symbol')
  const known = decimalsOf(kit)
  const decimals =
    known.get(asset.id) ?? (await adapter.read.decimals?.(source, asset)) ?? asset.decimals
  known.set(asset.id, decimals)
  if (decimals !== asset.decimals) refuseOption('other decimal places than the token has')
  return { ...asset, symbol, name: plainText(asset.name, 80) || symbol }
}

/**
 * Returns whether an address has the right checksum (EIP-55), or is in a single case and so has
 * none.
 */
function isSpelled(address: string, spelling: string): boolean {
  const [digits, checked] = [address, spelling].map((text) => text.replace(/^0x/, ''))
  return digits === checked || digits === digits?.toLowerCase() || digits === digits?.toUpperCase()
}

function refuseOption(reason: string): never {
  throw new LatchkeyError('gateway-answer-invalid', { reason })
}
