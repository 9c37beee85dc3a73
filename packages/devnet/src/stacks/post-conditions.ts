import {
  addressToString,
  cvToHex,
  FungibleConditionCode,
  NonFungibleConditionCode,
  PostConditionMode,
  PostConditionPrincipalId,
  PostConditionType,
  type PostConditionWire,
} from '@stacks/transactions'

/** One transfer of an asset that a transaction makes. */
export interface AssetMove {
  readonly kind: 'stx' | 'ft' | 'nft'
  /** Id of the asset: `STX` or `ADDRESS.contract::token`. */
  readonly asset: string
  /** Amount in base units; 1 for a non-fungible token. */
  readonly amount: bigint
  /** Id of a non-fungible token, as Clarity value in hex. */
  readonly value?: string
  /** Address that sends the asset; absent when it is minted. */
  readonly sender?: string
  /** Address that receives the asset; absent when it is burned. */
  readonly recipient?: string
}

/**
 * Whether a transaction's transfers satisfy its post-conditions (SIP-005): each condition holds,
 * and in deny mode every transfer is covered by a condition.
 */
export function isAllowedByConditions(
  moves: readonly AssetMove[],
  options: {
    readonly origin: string
    readonly mode: PostConditionMode
    readonly conditions: readonly PostConditionWire[]
  },
): boolean {
  const sentMoves = moves.filter(({ sender }) => sender !== undefined)
  const coveredMoves = new Set<AssetMove>()
  for (const condition of options.conditions) {
    const { kind, asset } = assetOf(condition)
    if (!kind) return false
    const principalName = principalOf(condition, options.origin)
    const matchingMoves = sentMoves.filter(
      (move) => move.sender === principalName && move.kind === kind && move.asset === asset,
    )
    if (condition.conditionType === PostConditionType.NonFungible) {
      const ids = matchingMoves.filter(({ value }) =>
        isSameHex(value, cvToHex(condition.assetName)),
      )
      for (const move of ids) {
        coveredMoves.add(move)
      }
      const isSent = condition.conditionCode === NonFungibleConditionCode.Sends
      if (
        condition.conditionCode !== NonFungibleConditionCode.MaybeSent &&
        isSent !== ids.length > 0
      )
        return false
    } else if ('amount' in condition) {
      for (const move of matchingMoves) {
        coveredMoves.add(move)
      }
      const sum = matchingMoves.reduce((total, { amount }) => total + amount, 0n)
      if (!isSumAllowed(condition.conditionCode, sum, BigInt(condition.amount))) return false
    }
  }
  return (
    options.mode === PostConditionMode.Allow || sentMoves.every((move) => coveredMoves.has(move))
  )
}

function assetOf(condition: PostConditionWire): {
  readonly kind?: AssetMove['kind']
  readonly asset: string
} {
  if (condition.conditionType === PostConditionType.STX) return { kind: 'stx', asset: 'STX' }
  if (!('asset' in condition)) return { asset: '' }
  const { address, contractName, assetName } = condition.asset
  const asset = `${addressToString(address)}.${contractName.content}::${assetName.content}`
  return { kind: condition.conditionType === PostConditionType.Fungible ? 'ft' : 'nft', asset }
}

function principalOf({ principal }: PostConditionWire, origin: string): string {
  if (principal.prefix === PostConditionPrincipalId.Origin) return origin
  const address = addressToString(principal.address)
  return principal.prefix === PostConditionPrincipalId.Contract
    ? `${address}.${principal.contractName.content}`
    : address
}

function isSumAllowed(code: FungibleConditionCode, sum: bigint, amount: bigint): boolean {
  if (code === FungibleConditionCode.Equal) return sum === amount
  if (code === FungibleConditionCode.Greater) return sum > amount
  if (code === FungibleConditionCode.GreaterEqual) return sum >= amount
  if (code === FungibleConditionCode.Less) return sum < amount
  return sum <= amount
}

const isSameHex = (a: string | undefined, b: string) =>
  a?.replace(/^0x/, '') === b.replace(/^0x/, '')
