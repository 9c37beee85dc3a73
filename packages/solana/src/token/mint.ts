import { LatchkeyError } from '@latchkey/protocol'
import type { ChainAccount } from './chain-account.ts'
import { token2022Program, tokenPrograms } from './token-programs.ts'

/** The data of a token's mint that a transfer needs. */
export interface Mint {
  /** Address of the Token or the Token-2022 program. */
  readonly program: string
  readonly decimals: number
  /** Size in bytes of a token account as the associated token program creates it. */
  readonly accountSize: number
}

/**
 * Size in bytes of a token account without extensions, and of the header before each extension's
 * data.
 */
const accountLength = 165
const extensionHeaderLength = 4

/** Token-2022's extension types, and how many bytes each adds to an account of the mint. */
const accountExtensionSizes: Readonly<Record<number, number>> = { 1: 8, 9: 0, 14: 1, 26: 0 }

/**
 * Reads a mint. Throws `token-address-required` when the account is no mint, `feature-unsupported`
 * for a token that keeps a transfer fee, cannot be transferred, or calls another program on each
 * transfer.
 */
export function readMint(account: ChainAccount | null): Mint {
  const { owner: program = '', data = new Uint8Array() } = account ?? {}
  const extensions =
    program === token2022Program && data.length > accountLength ? extensionsOf(data) : []
  const isLength = data.length === 82 || (program === token2022Program && data[accountLength] === 1)
  const isInitialized = data[45] === 1
  if (!tokenPrograms.includes(program) || !isLength || !isInitialized)
    throw new LatchkeyError('token-address-required', { reason: 'no mint of Token or Token-2022' })
  for (const { type, value } of extensions) {
    // Two fees in basis points: the present one and that of a later epoch.
    if (type === 1 && [...value.slice(88, 90), ...value.slice(106, 108)].some(Boolean))
      refuseToken('a token with a transfer fee')
    if (type === 9) refuseToken('a token that cannot be sent')
    if (type === 14 && value.slice(32, 64).some(Boolean))
      refuseToken('a token with a transfer hook')
  }
  const extensionBytes = extensions.reduce((sum, { type }) => {
    const bytes = accountExtensionSizes[type]
    return bytes === undefined ? sum : sum + extensionHeaderLength + bytes
  }, 0)
  return {
    program,
    decimals: data[44] ?? 0,
    // Every associated account of Token-2022 contains its account type and the extension for an
    // immutable owner.
    accountSize:
      program === token2022Program
        ? accountLength + 1 + extensionHeaderLength + extensionBytes
        : accountLength,
  }
}

/**
 * Reads the type, length and value of each extension, which follow the account type; type 0 ends
 * the list.
 */
function extensionsOf(
  data: Uint8Array,
): readonly { readonly type: number; readonly value: Uint8Array }[] {
  const foundExtensions: { type: number; value: Uint8Array }[] = []
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const cursor = { at: accountLength + 1 }
  while (cursor.at + extensionHeaderLength <= data.length) {
    const type = view.getUint16(cursor.at, true)
    const length = view.getUint16(cursor.at + 2, true)
    if (type === 0) break
    foundExtensions.push({
      type,
      value: data.slice(
        cursor.at + extensionHeaderLength,
        cursor.at + extensionHeaderLength + length,
      ),
    })
    cursor.at += extensionHeaderLength + length
  }
  return foundExtensions
}

function refuseToken(reason: string): never {
  throw new LatchkeyError('feature-unsupported', { reason })
}
