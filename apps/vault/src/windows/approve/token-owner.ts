import { sha256 } from '@noble/hashes/sha2.js'
import { base64Bytes, isRecord, listOf, ownField } from '../../decode/shapes.ts'
import { base58, decodeBase58 } from '../../decode/solana/base58.ts'
import { askNode } from './ask-node.ts'

const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const maxAnswerBytes = 4_096
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/**
 * The owner of a Solana token account. The node only suggests an owner; the address proves it,
 * because it derives from owner, program and mint. Null when the node does not answer, or the
 * address is not that owner's.
 */
export async function tokenOwner(
  rpc: string,
  { account, mint }: { readonly account: string; readonly mint: string },
  fetcher: typeof fetch = fetch,
): Promise<string | null> {
  try {
    const queryOptions = { encoding: 'base64', commitment: 'confirmed' }
    const answer = await askNode(rpc, 'getAccountInfo', [account, queryOptions], fetcher)
    const [data] = listOf(readField(readField(answer, 'value'), 'data'), 2) ?? []
    // Both token programs start an account's data with its mint and its owner.
    const bytes = base64Bytes(data, maxAnswerBytes)
    const owner = bytes && bytes.length >= 64 ? base58(bytes.subarray(32, 64)) : null
    return owner !== null && isOwnerProven({ account, mint, owner }) ? owner : null
  } catch {
    return null
  }
}

/**
 * Whether the address proves by itself that the token account is `owner`'s, under either token
 * program.
 */
export function isOwnerProven(tokenAccount: {
  readonly account: string
  readonly mint: string
  readonly owner: string
}): boolean {
  return tokenPrograms.some((program) =>
    isAssociatedAccount(tokenAccount.account, [tokenAccount.owner, program, tokenAccount.mint]),
  )
}

function readField(value: unknown, name: string): unknown {
  return isRecord(value) ? ownField(value, name) : undefined
}

/** Whether the address is the associated token account of owner, program and mint. */
export function isAssociatedAccount(
  account: string,
  tokenAccount: readonly [owner: string, program: string, mint: string],
): boolean {
  const expectedKey = decodeKey(account)
  const [owner, program, mint, maker] = [...tokenAccount, associatedTokenProgram].map(decodeKey)
  if (!expectedKey || !owner || !program || !mint || !maker) return false
  const derivationMarker = new TextEncoder().encode('ProgramDerivedAddress')
  // The address derives from the first bump that gives a point off the curve. Accepting any bump is
  // safe, because nobody can find other inputs that hash to the same address.
  for (let addressBump = 255; addressBump >= 0; addressBump -= 1) {
    const derivedKey = sha256(
      Uint8Array.from([...owner, ...program, ...mint, addressBump, ...maker, ...derivationMarker]),
    )
    if (derivedKey.every((byte, i) => byte === expectedKey[i])) return true
  }
  return false
}

function decodeKey(text: string): Uint8Array | null {
  const bytes = decodeBase58(text, 44)
  return bytes?.length === 32 ? bytes : null
}
