import { TypedDataEncoder } from 'ethers'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '../reading.ts'
import { readTypedData } from './data.ts'

const account = '0x00000000000000000000000000000000000000ad'
const token = '0x00000000000000000000000000000000000000aa'
const bob = '0x00000000000000000000000000000000000000bb'
const ask = (data: unknown): ApprovalRequest => ({
  chain: 'eip155:1',
  method: 'eth_signTypedData_v4',
  params: [account, typeof data === 'string' ? data : JSON.stringify(data)],
  account,
  site: 'https://shop.example',
  now: 0,
})
const field = (name: string, type: string) => ({ name, type })
const domain = { name: 'Token', version: '1', chainId: 1, verifyingContract: token }
const mail = {
  types: {
    EIP712Domain: [field('name', 'string'), field('chainId', 'uint256')],
    Person: [field('name', 'string'), field('wallets', 'address[]')],
    Mail: [
      field('from', 'Person'),
      field('to', 'Person[2]'),
      field('contents', 'string'),
      field('at', 'int64'),
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Mail', chainId: '1' },
  message: {
    from: { name: 'Ada', wallets: [account] },
    to: [
      { name: 'Bob', wallets: [bob, token] },
      { name: 'Eve', wallets: [] },
    ],
    contents: 'Hello',
    at: -5,
  },
}
const permitted = (
  primaryType: string,
  fields: readonly object[],
  message: object,
  more: object = {},
) => ({
  types: { [primaryType]: fields, ...more },
  primaryType,
  domain,
  message,
})

describe('readTypedData', () => {
  test('default: a tree in the order it is hashed', () => {
    const read = readTypedData(ask(mail))
    if (read.kind !== 'typed') throw new Error(read.kind)
    // The vault does not know what a Mail is.
    expect(read.warnings).toEqual(['unknown-data'])
    expect(read.message.map(({ name }) => name)).toEqual(['from', 'to', 'contents', 'at'])
    expect(
      read.message[1]?.children?.[0]?.children?.[1]?.children?.map(({ value }) => value),
    ).toEqual([bob, token])
    expect(read.message[3]).toEqual({ name: 'at', type: 'int64', value: '-5' })
  })

  test('behavior: a domain without types has those of the standard, as another library has them', () => {
    const whole = { ...domain, salt: `0x${'5'.repeat(64)}` }
    const types = { Note: [field('text', 'string')] }
    const message = { text: 'Hello' }
    const read = readTypedData(ask({ types, primaryType: 'Note', domain: whole, message }))
    if (read.kind !== 'typed') throw new Error(read.kind)
    const expected = TypedDataEncoder.getPayload(whole, types, message).types.EIP712Domain
    expect(read.domain.map(({ name, type }) => ({ name, type }))).toEqual(expected)
    expect(read.domain.map(({ value }) => value)).toEqual(Object.values({ ...whole, chainId: '1' }))
  })

  test.each([
    ...['int8', 'uint8', 'int256', 'uint256'].map((type) => [type, true] as const),
    ...['int', 'uint', 'xint8', 'int8s', 'uint08'].map((type) => [type, false] as const),
    ...['int12', 'int264', 'uint0', 'uint1000'].map((type) => [type, false] as const),
  ])('behavior: a number of the type %s, as viem and ethers have it: %s', (type, isSigned) => {
    const types = { Note: [field('count', type)] }
    const data = { types, primaryType: 'Note', domain, message: { count: 1 } }
    const encode = () => [TypedDataEncoder.from(types), hashTypedData(data as never)]
    if (isSigned) expect(encode).not.toThrow()
    else expect(encode).toThrow()
    expect(readTypedData(ask(data)).kind).toBe(isSigned ? 'typed' : 'unreadable')
  })

  test('behavior: a permit is leave to spend', () => {
    const fields = ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name) =>
      field(name, name === 'owner' || name === 'spender' ? 'address' : 'uint256'),
    )
    const message = {
      owner: account,
      spender: bob,
      value: `0x${'f'.repeat(64)}`,
      nonce: 0,
      deadline: '1700000000',
    }
    expect(readTypedData(ask(permitted('Permit', fields, message)))).toMatchObject({
      steps: [{ kind: 'allow-token', token, spender: bob, amount: null, until: 1_700_000_000n }],
      warnings: ['unbounded'],
    })
  })

  test('behavior: the older permit knows only all or nothing', () => {
    const fields = [
      field('spender', 'address'),
      field('expiry', 'uint256'),
      field('allowed', 'bool'),
    ]
    const read = (allowed: boolean) =>
      readTypedData(ask(permitted('Permit', fields, { spender: bob, expiry: 0, allowed })))
    expect(read(true)).toMatchObject({
      steps: [{ kind: 'allow-token', amount: null, until: null }],
      warnings: ['unbounded'],
    })
    expect(read(false)).toMatchObject({
      steps: [{ kind: 'revoke-token', token, spender: bob }],
      warnings: [],
    })
  })

  test('behavior: the forms of Permit2', () => {
    const details = {
      PermitDetails: [
        field('token', 'address'),
        field('amount', 'uint160'),
        field('expiration', 'uint48'),
      ],
    }
    const one = { token, amount: String((1n << 160n) - 1n), expiration: 9 }
    const single = permitted(
      'PermitSingle',
      [field('details', 'PermitDetails'), field('spender', 'address')],
      { details: one, spender: bob },
      details,
    )
    expect(readTypedData(ask(single))).toMatchObject({
      steps: [{ token, amount: null, spender: bob, until: 9n }],
    })
    const batch = permitted(
      'PermitBatch',
      [field('details', 'PermitDetails[]'), field('spender', 'address')],
      { details: [one, { ...one, amount: 3 }], spender: bob },
      details,
    )
    expect(readTypedData(ask(batch))).toMatchObject({ steps: [{ amount: null }, { amount: 3n }] })
    const payment = permitted(
      'PermitTransferFrom',
      [
        field('permitted', 'TokenPermissions'),
        field('spender', 'address'),
        field('deadline', 'uint256'),
      ],
      { permitted: { token, amount: 8 }, spender: bob, deadline: 4 },
      { TokenPermissions: [field('token', 'address'), field('amount', 'uint256')] },
    )
    expect(readTypedData(ask(payment))).toMatchObject({
      steps: [{ token, amount: 8n, spender: bob, until: 4n }],
    })
  })

  test('behavior: another chain, fields nobody signs, hidden letters', () => {
    expect(readTypedData(ask({ ...mail, domain: { name: 'Mail', chainId: 5 } }))).toMatchObject({
      warnings: ['unknown-data', 'chain-mismatch'],
    })
    expect(readTypedData(ask({ ...mail, message: { ...mail.message, more: 1 } }))).toMatchObject({
      warnings: ['unknown-data', 'unsigned-fields'],
    })
    expect(
      readTypedData(ask({ ...mail, message: { ...mail.message, contents: 'a\u202eb' } })),
    ).toMatchObject({
      warnings: ['unknown-data', 'hidden-letters'],
    })
  })

  test('behavior: what does not fit its type, or cannot be shown whole, is unreadable', () => {
    const message = (more: object) => ({ ...mail, message: { ...mail.message, ...more } })
    const loop = {
      types: { A: [field('a', 'A')] },
      primaryType: 'A',
      domain: {},
      message: {} as Record<string, unknown>,
    }
    const deep = { at: loop.message }
    for (let i = 0; i < 40; i++) {
      const next = {}
      deep.at.a = next
      deep.at = next
    }
    const wide = {
      types: { A: [field('a', 'uint8[]')] },
      primaryType: 'A',
      domain: {},
      message: { a: Array(5000).fill(1) },
    }
    const broken = [
      'not json',
      null,
      message({ at: 'soon' }),
      message({ at: '9223372036854775808' }),
      message({ at: 0.5 }),
      message({ contents: 5 }),
      message({ contents: undefined }),
      message({ to: [mail.message.from] }),
      { ...mail, primaryType: 'Nobody' },
      { ...mail, primaryType: 'constructor' },
      { ...mail, types: { Mail: [field('a b', 'string')] } },
      { ...mail, types: { Mail: [field('a', 'string'), field('a', 'string')] } },
      loop,
      wide,
    ]
    for (const data of broken) {
      expect(readTypedData(ask(data))).toMatchObject({ kind: 'unreadable', reason: 'shape' })
    }
  })

  test('behavior: for another account it is refused', () => {
    expect(readTypedData({ ...ask(mail), account: bob })).toMatchObject({
      kind: 'unreadable',
      reason: 'account',
    })
  })
})
