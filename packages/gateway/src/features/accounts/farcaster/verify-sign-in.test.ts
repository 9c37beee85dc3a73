import { encodeAbiParameters, type Hex, type PublicClient, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { verifySignIn } from './verify-sign-in.ts'

const now = Date.UTC(2026, 0, 2)
const expected = {
  domain: 'vault.example',
  uri: 'https://vault.example',
  nonce: 'a1b2c3d4',
  openedAt: now - 30_000,
  now,
}
const registries = {
  chain: 10,
  keyRegistry: `0x${'1'.repeat(40)}`,
  idRegistry: `0x${'2'.repeat(40)}`,
}
const custody = privateKeyToAccount(generatePrivateKey())
const key = privateKeyToAccount(generatePrivateKey())
const former = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
type Signer = typeof custody

const keyOf = ({ address }: Signer) => encodeAbiParameters([{ type: 'address' }], [address])
/**
 * id 7: held by `custody`, `key` may sign in for it, `former` no more; `stranger` holds id 8 and a
 * signing key of 7.
 */
const keys = new Map<string, { state: number; keyType: number }>([
  [`7 ${keyOf(key)}`, { state: 1, keyType: 2 }],
  [`7 ${keyOf(former)}`, { state: 2, keyType: 2 }],
  [`7 ${keyOf(stranger)}`, { state: 1, keyType: 1 }],
])
const ids = new Map<string, bigint>([
  [custody.address, 7n],
  [stranger.address, 8n],
])
const client = {
  verifyMessage: (asked: { address: Hex; message: string; signature: Hex }) => verifyMessage(asked),
  async readContract({
    functionName,
    address,
    args,
  }: {
    functionName: string
    address: Hex
    args: unknown[]
  }) {
    if (functionName === 'idOf')
      return address === registries.idRegistry ? (ids.get(String(args[0])) ?? 0n) : 99n
    const unknown = { state: 0, keyType: 0 }
    return address === registries.keyRegistry ? (keys.get(args.join(' ')) ?? unknown) : unknown
  },
} as unknown as Pick<PublicClient, 'verifyMessage' | 'readContract'>

interface Changed {
  readonly by?: Signer
  readonly message?: Partial<Parameters<typeof createSiweMessage>[0]>
  readonly edit?: (text: string) => string
  readonly told?: object
}

async function verify({
  by = custody,
  message = {},
  edit = (text) => text,
  told = {},
}: Changed = {}) {
  const text = edit(
    createSiweMessage({
      domain: 'vault.example',
      address: by.address,
      statement: 'Farcaster Auth',
      uri: 'https://vault.example',
      version: '1',
      chainId: 10,
      nonce: 'a1b2c3d4',
      issuedAt: new Date(now - 5_000),
      expirationTime: new Date(now + 300_000),
      resources: ['farcaster://fid/7'],
      ...message,
    }),
  )
  const signature = await by.signMessage({ message: text })
  const answer = { message: text, signature, fid: 7, nonce: 'a1b2c3d4', username: 'ada', ...told }
  return verifySignIn(answer, expected, registries, client)
}

describe('verifySignIn', () => {
  test('default', async () => {
    const ada = { kind: 'farcaster', issuer: 'https://farcaster.xyz', subject: '7', label: '@ada' }
    expect(await verify()).toEqual(ada)
    expect(await verify({ by: key })).toEqual(ada)
  })

  test('behavior: what the relay says for display is made plain, and nothing else of it counts', async () => {
    const loud = {
      username: '\u202E\n<b>ada\u0000',
      custody: stranger.address,
      verifications: ['x'],
      bio: 'x'.repeat(9_999),
    }
    expect(await verify({ told: loud })).toMatchObject({ subject: '7', label: '@<b>ada' })
    expect(await verify({ told: { username: undefined } })).toMatchObject({ label: 'Farcaster 7' })
  })

  test.each<readonly [string, Changed]>([
    ['the former statement', { message: { statement: 'Farcaster Connect' } }],
    [
      'a resource beside the id',
      { message: { resources: ['https://vault.example/terms', 'farcaster://fid/7'] } },
    ],
    ['no end', { message: { expirationTime: undefined } }],
    [
      'a clock of a phone that is a little ahead',
      { message: { issuedAt: new Date(now + 50_000) } },
    ],
  ])('behavior: takes %s', async (_, changed) => {
    expect(await verify(changed)).toMatchObject({ subject: '7' })
  })

  test.each<readonly [string, Changed]>([
    ['somebody who holds another id', { by: stranger }],
    ['an address that may no longer sign in', { by: former }],
    ['an address nobody knows', { by: privateKeyToAccount(generatePrivateKey()) }],
    ['another id beside the message', { told: { fid: 8 } }],
    ['another id in the message', { message: { resources: ['farcaster://fid/8'] } }],
    ['two ids', { message: { resources: ['farcaster://fid/7', 'farcaster://fid/8'] } }],
    ['one id twice', { message: { resources: ['farcaster://fid/7', 'farcaster://fid/7'] } }],
    ['no id', { message: { resources: ['https://vault.example/terms'] } }],
    ['an id with more behind it', { message: { resources: ['farcaster://fid/7/8'] } }],
    ['another nonce in the message', { message: { nonce: 'b1b2c3d4' } }],
    ['another nonce beside it', { told: { nonce: 'b1b2c3d4' } }],
    ['another site', { message: { domain: 'evil.example' } }],
    ['another address of a site', { message: { uri: 'https://evil.example' } }],
    ['a scheme before the site', { message: { scheme: 'http' } }],
    ['another chain', { message: { chainId: 1 } }],
    ['another statement', { message: { statement: 'Send all' } }],
    ['no statement', { message: { statement: undefined } }],
    ['a message of before the channel', { message: { issuedAt: new Date(now - 100_000) } }],
    ['a message of the future', { message: { issuedAt: new Date(now + 61_000) } }],
    ['one that has ended', { message: { expirationTime: new Date(now) } }],
    ['one that has not begun', { message: { notBefore: new Date(now + 1) } }],
    ['two nonces', { edit: (text) => text.replace('Nonce: ', 'Nonce: a1b2c3d4\nNonce: ') }],
    ['two lists of resources', { edit: (text) => `${text}\nResources:\n- farcaster://fid/8` }],
    ['no time', { edit: (text) => text.replace(/\nIssued At: .*/, '') }],
    ['the signature of another text', { told: { signature: `0x${'1'.repeat(128)}1b` } }],
    ['a signature that is none', { told: { signature: 'none' } }],
    ['a signature without end', { told: { signature: `0x${'1'.repeat(32_768)}` } }],
    ['an id that is no number', { told: { fid: '7' } }],
    ['a message that is none', { told: { message: 7 } }],
  ])('behavior: refuses %s', async (_, changed) => {
    await expect(verify(changed)).rejects.toThrow()
  })
})
