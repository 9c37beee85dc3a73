import type { Step, Warning } from '../reading.ts'
import { addressField, describeFieldTypes, listItems, numberField } from './fields.ts'
import type { TreeNode } from './tree.ts'

/** Steps and warnings of typed data whose form the vault knows. */
export interface Meaning {
  readonly steps: readonly Step[]
  readonly warnings: readonly Warning[]
}

type GiveStep = Extract<Step, { kind: 'order-give' }>
type GetStep = Extract<Step, { kind: 'order-get' }>

const zeroAddressPattern = /^0x0{40}$/
/** Address by which contracts denote the chain's own coin. */
const coin = /^0xe{40}$/
const seaportTypes =
  'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,' +
  'uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter'
const seaportOfferTypes =
  'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const cowSwapTypes =
  'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,' +
  'uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance'
const oneInchTypes =
  'uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,' +
  'uint256 takingAmount,uint256 makerTraits'

/**
 * Reads orders that anybody may accept: one or many of Seaport, one of CoW Protocol or of 1inch.
 * Null for any other data.
 */
export function readOrders(
  primaryType: string,
  message: readonly TreeNode[],
  account: string,
): Meaning | null {
  const fieldTypes = describeFieldTypes(message)
  if (primaryType === 'OrderComponents') return mergeOrders([readSeaport(message)], account)
  if (primaryType === 'BulkOrder') return mergeOrders(findOrders(message).map(readSeaport), account)
  if (primaryType === 'Order' && fieldTypes === cowSwapTypes)
    return mergeOrders([readCow(message, account)], account)
  if (primaryType === 'Order' && fieldTypes === oneInchTypes)
    return mergeOrders([readOneInch(message)], account)
  return null
}

interface Order {
  readonly gives: readonly (GiveStep | null)[]
  readonly gets: readonly (GetStep | null)[]
}

/** Combines the meanings of several orders; null when any of them cannot be read. */
function mergeOrders(orders: readonly (Order | null)[], account: string): Meaning | null {
  const steps: Step[] = []
  const warnings: Warning[] = []
  for (const order of orders) {
    if (!order) return null
    for (const step of [...order.gives, ...order.gets]) {
      if (!step) return null
      steps.push(step)
    }
    const hasCounterValue = order.gets.some(
      (get) => get !== null && get.to === account.toLowerCase() && get.amount > 0n,
    )
    if (order.gives.length > 0 && !hasCounterValue) warnings.push('order-for-nothing')
  }
  return steps.length > 0 ? { steps, warnings } : null
}

/** Finds the orders of a Seaport bulk order, which contains them as the leaves of a binary tree. */
function findOrders(nodes: readonly TreeNode[]): readonly (readonly TreeNode[])[] {
  return nodes.flatMap(({ children }) => {
    if (!children) return []
    return children.some(({ name }) => name === 'offerer') ? [children] : findOrders(children)
  })
}

function readSeaport(order: readonly TreeNode[]): Order | null {
  if (describeFieldTypes(order) !== seaportTypes) return null
  const expiry = expiryOf(numberField(order, 'endTime'))
  const offerer = addressField(order, 'offerer')
  const offeredSteps = listItems(order, 'offer').map((item): GiveStep | null => {
    const itemStep =
      describeFieldTypes(item) === seaportOfferTypes ? readSeaportItem(item, 'most') : null
    return itemStep && { kind: 'order-give', ...itemStep, ...expiry }
  })
  const items = listItems(order, 'consideration')
  // Items of the order for other recipients are left out, because they are paid by whoever accepts
  // the order.
  const itemsToOfferer = items.filter((item) => addressField(item, 'recipient') === offerer)
  const receivedSteps = itemsToOfferer.map((item): GetStep | null => {
    const itemStep =
      describeFieldTypes(item) === `${seaportOfferTypes},address recipient`
        ? readSeaportItem(item, 'least')
        : null
    return itemStep && offerer ? { kind: 'order-get', ...itemStep, to: offerer } : null
  })
  return { gives: offeredSteps, gets: receivedSteps }
}

/**
 * Reads an item of Seaport by its type: coin, ERC-20 token, ERC-721 collectible, several of an
 * ERC-1155 collectible, or collectibles that criteria choose instead of a token id.
 */
function readSeaportItem(
  item: readonly TreeNode[],
  amountBound: 'most' | 'least',
): Omit<GiveStep, 'kind' | 'until'> | null {
  const [type, start, end] = [
    numberField(item, 'itemType'),
    numberField(item, 'startAmount'),
    numberField(item, 'endAmount'),
  ]
  const [token, number] = [addressField(item, 'token'), numberField(item, 'identifierOrCriteria')]
  if (type === null || type > 5n || start === null || end === null || !token || number === null)
    return null
  // While the order is open, the amount may change from the start value to the end value.
  const amount = start > end === (amountBound === 'most') ? start : end
  if (type === 0n) return { amount }
  return type === 1n
    ? { amount, token }
    : { amount, collection: token, number: type > 3n ? null : number }
}

function readCow(order: readonly TreeNode[], account: string): Order | null {
  const [sold, fee, bought] = [
    numberField(order, 'sellAmount'),
    numberField(order, 'feeAmount'),
    numberField(order, 'buyAmount'),
  ]
  if (sold === null || fee === null || bought === null) return null
  const receiver = addressField(order, 'receiver') ?? ''
  return exchangeOrder(
    {
      token: addressField(order, 'sellToken'),
      amount: sold + fee,
      until: numberField(order, 'validTo'),
    },
    {
      token: addressField(order, 'buyToken'),
      amount: bought,
      to: zeroAddressPattern.test(receiver) ? account : receiver,
    },
  )
}

function readOneInch(order: readonly TreeNode[]): Order | null {
  const [making, taking] = [numberField(order, 'makingAmount'), numberField(order, 'takingAmount')]
  if (making === null || taking === null) return null
  const receiver = addressField(order, 'receiver') ?? ''
  const recipient = zeroAddressPattern.test(receiver)
    ? (addressField(order, 'maker') ?? '')
    : receiver
  return exchangeOrder(
    { token: addressField(order, 'makerAsset'), amount: making, until: null },
    { token: addressField(order, 'takerAsset'), amount: taking, to: recipient },
  )
}

function exchangeOrder(
  give: { readonly token: string | null; readonly amount: bigint; readonly until: bigint | null },
  get: { readonly token: string | null; readonly amount: bigint; readonly to: string },
): Order {
  const tokenFieldOf = (token: string) => (coin.test(token) ? {} : { token })
  return {
    gives: [
      give.token
        ? {
            kind: 'order-give',
            amount: give.amount,
            ...tokenFieldOf(give.token),
            ...expiryOf(give.until),
          }
        : null,
    ],
    gets: [
      get.token
        ? {
            kind: 'order-get',
            amount: get.amount,
            ...tokenFieldOf(get.token),
            to: get.to.toLowerCase(),
          }
        : null,
    ],
  }
}

/** The end of an order, in seconds; null (no end) when it is beyond any calendar date. */
function expiryOf(expiry: bigint | null): { readonly until?: bigint | null } {
  if (expiry === null) return {}
  return { until: expiry > 253_402_300_799n ? null : expiry }
}
