import { findAssociatedTokenPda } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { base58, decodeBase58 } from '../../decode/solana/base58.ts'
import { isAssociatedAccount, isOwnerProven, tokenOwner } from './token-owner.ts'

const tokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const newer = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const random = (): string => base58(crypto.getRandomValues(new Uint8Array(32)))
const made = async (owner: string, program: string, mint: string): Promise<string> => {
  const [account] = await findAssociatedTokenPda({
    owner: owner as never,
    tokenProgram: program as never,
    mint: mint as never,
  })
  return account
}
/** An account of tokens as both programs write it: mint, owner, the rest. */
const node = (owner: string, mint = random()) =>
  (async () => {
    const bytes = [
      ...(decodeBase58(mint, 44) ?? []),
      ...(decodeBase58(owner, 44) ?? []),
      ...new Uint8Array(101),
    ]
    const data = [Buffer.from(bytes).toString('base64'), 'base64']
    return new Response(JSON.stringify({ result: { value: { data } } }))
  }) as never

describe('tokenOwner', () => {
  test('default: of either program, as the library of that program derives it', async () => {
    for (const program of [tokens, newer]) {
      for (let i = 0; i < 8; i += 1) {
        const [owner, mint] = [random(), random()]
        const account = await made(owner, program, mint)
        expect(await tokenOwner('http://n', { account, mint }, node(owner))).toBe(owner)
      }
    }
  })

  test('behavior: a node that names somebody else, or nothing is not believed', async () => {
    const [owner, mint] = [random(), random()]
    const account = await made(owner, tokens, mint)
    const about = { account, mint }
    expect(await tokenOwner('http://n', about, node(random()))).toBeNull()
    expect(isOwnerProven({ account, mint, owner })).toBe(true)
    expect(isOwnerProven({ account, mint, owner: mint })).toBe(false)
    expect(isOwnerProven({ account: owner, mint, owner })).toBe(false)
    expect(await tokenOwner('http://n', { account, mint: random() }, node(owner))).toBeNull()
    expect(
      await tokenOwner(
        'http://n',
        about,
        (async () => new Response('{"result":{"value":{"data":["AA=="]}}}')) as never,
      ),
    ).toBeNull()
    expect(
      await tokenOwner('http://n', about, (async () => new Response('{"result":null}')) as never),
    ).toBeNull()
    expect(
      await tokenOwner('http://n', about, (() => Promise.reject(new Error('down'))) as never),
    ).toBeNull()
  })
})

describe('isAssociated', () => {
  test('behavior: what is no key is none', () => {
    expect(isAssociatedAccount('', ['', '', ''])).toBe(false)
    expect(isAssociatedAccount('11', [random(), tokens, random()])).toBe(false)
  })
})
