import { createHash } from 'node:crypto'

export const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** A number or an address as a word of the ABI, without 0x. */
export const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')

/** An approval as the frame sends it to the window. */
export function approval(
  method: string,
  params: unknown,
  more: object = {},
  chain = 'eip155:31337',
): object {
  const payload = createHash('sha256')
    .update(JSON.stringify([chain, method, params]))
    .digest('hex')
  return {
    type: 'latchkey-frame-approval',
    request: { chain, method, params },
    payload,
    site: 'https://shop.example',
    account: `${chain}:${account}`,
    ...more,
  }
}

export const gas = {
  gas: '0x5208',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x1',
  nonce: '0x1',
  chainId: '0x7a69',
}

export const payment = approval('eth_sendTransaction', [
  { from: account, to: bob, value: '0x14d1120d7b160000', ...gas },
])
export const tokens = approval('eth_sendTransaction', [
  { from: account, to: token, data: `0xa9059cbb${word(bob)}${word(1_234_567_890n)}`, ...gas },
])
export const unbounded = approval('eth_sendTransaction', [
  { from: account, to: token, data: `0x095ea7b3${word(bob)}${'f'.repeat(64)}`, ...gas },
])
export const batch = approval('wallet_sendCalls', [
  {
    version: '2.0.0',
    from: account,
    chainId: '0x7a69',
    atomicRequired: true,
    calls: [
      { to: bob, value: '0x1' },
      { to: token, data: '0x12345678deadbeef' },
    ],
  },
])
export const message = approval('personal_sign', [
  'Hello Ada,\n\nplease confirm your order of 3 lamps.',
  account,
])
export const hostile = approval('personal_sign', [
  `Pay <img src=x onerror="window.hit=1"> \u202egnp.exe\u202c me\u200b now\u0007`,
  account,
])
export const signIn = approval('personal_sign', [
  `bank.example wants you to sign in with your Ethereum account:\n${account}\n\nI accept.\n\nURI: https://bank.example/login\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh1234\nIssued At: 2026-01-01T00:00:00Z`,
  account,
])
export const typed = approval('eth_signTypedData_v4', [
  account,
  JSON.stringify({
    types: {
      Order: [
        { name: 'maker', type: 'address' },
        { name: 'items', type: 'Item[]' },
        { name: 'note', type: 'string' },
      ],
      Item: [
        { name: 'sku', type: 'string' },
        { name: 'count', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    domain: { name: 'Shop', version: '1', chainId: 31337 },
    message: {
      maker: account,
      items: [
        { sku: 'lamp', count: 3 },
        { sku: 'bulb', count: '1200' },
      ],
      note: 'No hurry.',
    },
  }),
])
export const permit = approval('eth_signTypedData_v4', [
  account,
  JSON.stringify({
    types: {
      Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name) => ({
        name,
        type: name === 'owner' || name === 'spender' ? 'address' : 'uint256',
      })),
    },
    primaryType: 'Permit',
    domain: { name: 'Token', version: '1', chainId: 31337, verifyingContract: token },
    message: { owner: account, spender: bob, value: '25000000', nonce: 0, deadline: 1_900_000_000 },
  }),
])
const asset = ['sellToken', 'buyToken', 'receiver'].map((name) => ({ name, type: 'address' }))
export const order = approval('eth_signTypedData_v4', [
  account,
  JSON.stringify({
    types: {
      Order: [
        ...asset,
        ...['sellAmount', 'buyAmount'].map((name) => ({ name, type: 'uint256' })),
        { name: 'validTo', type: 'uint32' },
        { name: 'appData', type: 'bytes32' },
        { name: 'feeAmount', type: 'uint256' },
        { name: 'kind', type: 'string' },
        { name: 'partiallyFillable', type: 'bool' },
        ...['sellTokenBalance', 'buyTokenBalance'].map((name) => ({ name, type: 'string' })),
      ],
    },
    primaryType: 'Order',
    domain: { name: 'Gnosis Protocol', version: 'v2', chainId: 31337, verifyingContract: bob },
    message: {
      sellToken: token,
      buyToken: `0x${'e'.repeat(40)}`,
      receiver: bob,
      sellAmount: '5000000',
      buyAmount: '1500000000000000000',
      validTo: 1_900_000_000,
      appData: `0x${'0'.repeat(64)}`,
      feeAmount: 0,
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    },
  }),
])
export const delegation = approval('eth_sendTransaction', [
  {
    from: account,
    to: account,
    ...gas,
    authorizationList: [{ address: token, chainId: '0x0', nonce: '0x1' }],
  },
])
export const barred = approval(
  'eth_sendTransaction',
  [{ from: account, to: bob, value: '0x8ac7230489e80000', ...gas }],
  {
    barred: 'recovery-needed',
  },
)
export const broken = approval('eth_sendTransaction', [{ from: account, to: 'bob', ...gas }])

/** Two addresses of Solana, and a transaction of 1.5 coins from the first to the second. */
export const solana = (() => {
  const [from, to] = [
    '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
    '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
  ]
  const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2), new Uint8Array(32)]
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(1_500_000_000n, 4)
  const message = [
    1,
    0,
    1,
    3,
    ...keys.flatMap((key) => [...key]),
    ...new Uint8Array(32).fill(9),
    1,
    2,
    2,
    0,
    1,
    12,
    ...data,
  ]
  const transaction = Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64')
  const chain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  return {
    from,
    to,
    transfer: approval(
      'solana_signAndSendTransaction',
      { transaction, pubkey: from },
      { account: `${chain}:${from}` },
      chain,
    ),
  }
})()
