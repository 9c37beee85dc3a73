import { id, TypedDataEncoder } from 'ethers'
import { describe, expect, test } from 'vitest'
import { outgoingAmount } from '../../frame/requests/barred.ts'
import type { Reading } from '../reading.ts'
import { readTypedData } from './data.ts'

const account = '0x00000000000000000000000000000000000000ad'
const contract = '0x00000000000000000000000000000000000000aa'
const token = '0x00000000000000000000000000000000000000cc'
const bob = '0x00000000000000000000000000000000000000bb'
const nobody = `0x${'0'.repeat(40)}`
const word = `0x${'00'.repeat(32)}`
/** Fields as a contract writes them: `address to,uint256 value`. */
const fields = (form: string) =>
  form.split(',').map((one) => {
    const [type = '', name = ''] = one.split(' ')
    return { name, type }
  })

interface Data {
  readonly types: Readonly<Record<string, { name: string; type: string }[]>>
  readonly primaryType: string
  readonly message: object
  readonly domain?: object
}
const domainOf = { name: 'Known', version: '1', chainId: 1, verifyingContract: contract }
const read = ({ domain = domainOf, ...data }: Data): Extract<Reading, { kind: 'typed' }> => {
  const about = {
    chain: 'eip155:1',
    method: 'eth_signTypedData_v4',
    account,
    site: 'https://shop.example',
    now: 0,
  }
  const reading = readTypedData({
    ...about,
    params: [account, JSON.stringify({ ...data, domain })],
  })
  if (reading.kind !== 'typed') throw new Error(reading.kind)
  // Nothing that is signed so leaves before recovery stands.
  expect(outgoingAmount(reading, account)).toBeNull()
  return reading
}
/** As the contract computes it, by a library of somebody else's. */
const typeHash = ({ types, primaryType }: Data): string =>
  id(TypedDataEncoder.from({ ...types }).encodeType(primaryType))

const authorization = (primaryType: string): Data => ({
  primaryType,
  types: {
    [primaryType]: fields(
      'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    ),
  },
  message: { from: account, to: bob, value: '1000', validAfter: 0, validBefore: 9, nonce: word },
})
const cancel: Data = {
  primaryType: 'CancelAuthorization',
  types: { CancelAuthorization: fields('address authorizer,bytes32 nonce') },
  message: { authorizer: account, nonce: word },
}
const safe = (more: object = {}): Data => ({
  primaryType: 'SafeTx',
  types: {
    SafeTx: fields(
      'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
    ),
  },
  message: {
    to: bob,
    value: '5',
    data: '0x',
    operation: 0,
    safeTxGas: 0,
    baseGas: 0,
    gasPrice: 0,
    gasToken: nobody,
    refundReceiver: nobody,
    nonce: 1,
    ...more,
  },
})
const delegation = (caveats: readonly object[]): Data => ({
  primaryType: 'Delegation',
  types: {
    Delegation: fields(
      'address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt',
    ),
    Caveat: fields('address enforcer,bytes terms'),
  },
  message: { delegate: bob, delegator: account, authority: word, caveats, salt: 0 },
})
const item =
  'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'
const seaportTypes = {
  OrderComponents: fields(
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
  ),
  OfferItem: fields(item),
  ConsiderationItem: fields(`${item},address recipient`),
}
const nft = { itemType: 2, token, identifierOrCriteria: '7', startAmount: 1, endAmount: 1 }
const price = {
  itemType: 0,
  token: nobody,
  identifierOrCriteria: 0,
  startAmount: 90,
  endAmount: 80,
  recipient: account,
}
const order = (more: object = {}) => ({
  offerer: account,
  zone: nobody,
  offer: [nft],
  consideration: [price, { ...price, recipient: bob }],
  orderType: 0,
  startTime: 0,
  endTime: 99,
  zoneHash: word,
  salt: 0,
  conduitKey: word,
  counter: 0,
  ...more,
})
const seaport = (more: object = {}): Data => ({
  primaryType: 'OrderComponents',
  types: seaportTypes,
  message: order(more),
})
const cow = (more: object = {}): Data => ({
  primaryType: 'Order',
  types: {
    Order: fields(
      'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance',
    ),
  },
  message: {
    sellToken: token,
    buyToken: `0x${'e'.repeat(40)}`,
    receiver: nobody,
    sellAmount: 10,
    buyAmount: 4,
    validTo: 99,
    appData: word,
    feeAmount: 1,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...more,
  },
})
const oneInch = (more: object = {}): Data => ({
  primaryType: 'Order',
  types: {
    Order: fields(
      'uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits',
    ),
  },
  message: {
    salt: 0,
    maker: account,
    receiver: nobody,
    makerAsset: token,
    takerAsset: contract,
    makingAmount: 10,
    takingAmount: 4,
    makerTraits: 0,
    ...more,
  },
})

describe('meaningOf', () => {
  test.each([
    [
      authorization('TransferWithAuthorization'),
      '0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267',
    ],
    [
      authorization('ReceiveWithAuthorization'),
      '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8',
    ],
    [cancel, '0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429'],
    [safe(), '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8'],
    [delegation([]), '0x88c1d2ecf185adf710588203a5f263f0ff61be0d33da39792cde19ba9aa4331e'],
    [seaport(), '0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f'],
    [cow(), '0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489'],
  ])(
    'default: a form that is known is the one its contract has published, %#',
    (data, published) => {
      expect(typeHash(data)).toBe(published)
      expect(read(data).warnings).not.toContain('unknown-data')
    },
  )

  test('behavior: a payment by authorisation moves a token at once', () => {
    for (const name of ['TransferWithAuthorization', 'ReceiveWithAuthorization']) {
      expect(read(authorization(name))).toMatchObject({
        steps: [{ kind: 'send-token', token: contract, amount: 1000n, from: account, to: bob }],
        warnings: [],
      })
    }
    expect(read(cancel)).toMatchObject({ steps: [], warnings: [] })
  })

  test('behavior: a transaction of a Safe is shown with what its call does', () => {
    const first = { kind: 'for-safe', safe: contract }
    expect(read(safe())).toMatchObject({
      steps: [first, { kind: 'send-coin', amount: 5n, from: contract, to: bob }],
      warnings: [],
    })
    const data = `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`
    expect(read(safe({ to: token, value: 0, data }))).toMatchObject({
      steps: [first, { kind: 'send-token', token, amount: 7n, from: contract, to: bob }],
      warnings: [],
    })
    expect(read(safe({ to: contract, value: 0, data: '0x12345678' })).warnings).toEqual([
      'unknown-call',
    ])
    expect(read(safe({ to: token, data, operation: 1 }))).toMatchObject({
      steps: [first, { kind: 'call', to: token }],
      warnings: ['safe-code', 'unknown-call'],
    })
    expect(read(safe({ gasPrice: 1 })).warnings).toEqual(['unknown-data'])
  })

  test('behavior: leave to act, without limits and with some that are contracts’', () => {
    expect(read(delegation([]))).toMatchObject({
      steps: [{ kind: 'let-act', to: bob, limits: 0 }],
      warnings: ['acting'],
    })
    expect(read(delegation([{ enforcer: token, terms: '0x' }]))).toMatchObject({
      steps: [{ kind: 'let-act', to: bob, limits: 1 }],
      warnings: ['acting-limited'],
    })
  })

  test('behavior: an order is the most that is given and the least that comes back', () => {
    const give = { kind: 'order-give', collection: token, number: 7n, amount: 1n, until: 99n }
    expect(read(seaport())).toMatchObject({
      steps: [give, { kind: 'order-get', amount: 80n, to: account }],
      warnings: [],
    })
    expect(read(seaport({ consideration: [{ ...price, recipient: bob }] }))).toMatchObject({
      steps: [give],
      warnings: ['order-for-nothing'],
    })
    expect(read(seaport({ consideration: [{ ...price, endAmount: 0 }] })).warnings).toEqual([
      'order-for-nothing',
    ])
    const any = { ...nft, itemType: 4, startAmount: 1, endAmount: 3 }
    expect(read(seaport({ offer: [any] })).steps[0]).toMatchObject({ number: null, amount: 3n })
    const paid = { ...nft, itemType: 1, startAmount: 5 }
    expect(read(seaport({ offer: [paid] })).steps[0]).toMatchObject({ token, amount: 5n })
    expect(read(seaport({ offer: [{ ...nft, itemType: 6 }] }))).toMatchObject({
      steps: [],
      warnings: ['unknown-data'],
    })
    expect(read(cow())).toMatchObject({
      steps: [
        { kind: 'order-give', token, amount: 11n, until: 99n },
        { kind: 'order-get', amount: 4n, to: account },
      ],
      warnings: [],
    })
    expect(read(cow()).steps[1]).not.toHaveProperty('token')
    expect(read(oneInch())).toMatchObject({
      steps: [
        { kind: 'order-give', token, amount: 10n },
        { kind: 'order-get', token: contract, amount: 4n, to: account },
      ],
      warnings: [],
    })
    for (const elsewhere of [cow({ receiver: bob }), oneInch({ receiver: bob })]) {
      expect(read(elsewhere).warnings).toEqual(['order-for-nothing'])
    }
  })

  test('behavior: many orders by one signature are all shown', () => {
    const types = { BulkOrder: fields('OrderComponents[2][2] tree'), ...seaportTypes }
    const tree = [
      [order(), order()],
      [order({ consideration: [] }), order()],
    ]
    const reading = read({ types, primaryType: 'BulkOrder', message: { tree } })
    expect(reading.steps.map(({ kind }) => kind)).toEqual([
      'order-give',
      'order-get',
      'order-give',
      'order-get',
      'order-give',
      'order-give',
      'order-get',
    ])
    expect(reading.warnings).toEqual(['order-for-nothing'])
  })

  test('behavior: whatever has no known meaning is warned of; a vote that a server counts is not', () => {
    const strange = (
      primaryType: string,
      form: string,
      message: object,
      domain?: object,
    ): Data => ({
      primaryType,
      types: { [primaryType]: fields(form) },
      message,
      ...(domain && { domain }),
    })
    const vote = { proposal: 'p', choice: 1 }
    const limited = delegation([{ enforcer: token, extra: '0x' }])
    const withField = authorization('TransferWithAuthorization')
    const longer = [
      ...(withField.types.TransferWithAuthorization ?? []),
      { name: 'hook', type: 'address' },
    ]
    for (const data of [
      strange('Order', 'address maker', { maker: account }),
      strange('OrderComponents', 'address offerer', { offerer: account }),
      strange('SafeTx', 'address to', { to: bob }),
      strange('Delegation', 'address delegate', { delegate: bob }),
      { ...limited, types: { ...limited.types, Caveat: fields('address enforcer,bytes extra') } },
      strange('Permit', 'address spender,uint256 tokenId', { spender: bob, tokenId: 1 }),
      strange('Vote', 'string proposal,uint32 choice', vote),
      {
        ...withField,
        types: { TransferWithAuthorization: longer },
        message: { ...withField.message, hook: bob },
      },
    ]) {
      expect(read(data)).toMatchObject({ steps: [], warnings: ['unknown-data'] })
    }
    const snapshot = { name: 'snapshot', version: '0.1.4' }
    expect(read(strange('Vote', 'string proposal,uint32 choice', vote, snapshot)).warnings).toEqual(
      [],
    )
    expect(
      read(
        strange('Vote', 'string proposal,uint32 choice', vote, {
          ...snapshot,
          verifyingContract: contract,
        }),
      ).warnings,
    ).toContain('unknown-data')
  })
})
