import {
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Lamports,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { solanaDevnetTokens } from './solana-chain.ts'

const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

/** Type number and length in bytes of a Token-2022 extension. */
type Extension = readonly [number, number]

/**
 * Extensions of the devnet's Token-2022 mint, such as widely used mints have: a transfer fee of
 * zero, and a transfer hook without a program.
 */
const mintExtensions: readonly Extension[] = [
  [1, 108],
  [14, 64],
]
const accountExtensions: readonly Extension[] = [
  [7, 0],
  [2, 8],
  [15, 1],
]

/** Creates both tokens of the devnet in a ledger, a million of each for every holder. */
export async function issueTokens(svm: LiteSVM, holders: readonly string[]): Promise<void> {
  for (const [i, { id, decimals }] of solanaDevnetTokens.entries()) {
    const program = i === 0 ? tokenProgram : token2022Program
    const mint = address(id.slice(id.indexOf('/token:') + 7))
    const amount = 1_000_000n * 10n ** BigInt(decimals)
    const addTokenExtensions = (
      base: Uint8Array,
      kind: number,
      extensions: readonly Extension[],
    ) => (program === tokenProgram ? base : addExtensions(base, kind, extensions))
    writeAccount(
      svm,
      mint,
      program,
      addTokenExtensions(mintData(amount * BigInt(holders.length), decimals), 1, mintExtensions),
    )
    for (const holder of holders) {
      const owner = address(holder)
      const seeds = [owner, program, mint].map((seed) => getAddressEncoder().encode(seed))
      const [associated] = await getProgramDerivedAddress({
        programAddress: associatedProgram,
        seeds,
      })
      writeAccount(
        svm,
        associated,
        program,
        addTokenExtensions(accountData(mint, owner, amount), 2, accountExtensions),
      )
    }
  }
}

function writeAccount(
  svm: LiteSVM,
  accountAddress: Address,
  programAddress: Address,
  data: Uint8Array,
): void {
  const lamports = svm.minimumBalanceForRentExemption(BigInt(data.length)) as Lamports
  svm.setAccount({
    address: accountAddress,
    data,
    executable: false,
    lamports,
    programAddress,
    space: BigInt(data.length),
  })
}

function mintData(supply: bigint, decimals: number): Uint8Array {
  const data = new Uint8Array(82)
  new DataView(data.buffer).setBigUint64(36, supply, true)
  data.set([decimals, 1], 44)
  return data
}

function accountData(mint: Address, owner: Address, amount: bigint): Uint8Array {
  const data = new Uint8Array(165)
  data.set(getAddressEncoder().encode(mint), 0)
  data.set(getAddressEncoder().encode(owner), 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = 1
  return data
}

/**
 * Appends Token-2022 extensions (type, length, zeros) to an account's data, after the byte that
 * marks the kind of account.
 */
function addExtensions(
  base: Uint8Array,
  kind: number,
  extensions: readonly Extension[],
): Uint8Array {
  const extensionBytes = extensions.flatMap(([type, length]) => [
    type,
    0,
    length,
    0,
    ...new Uint8Array(length),
  ])
  return Uint8Array.from([...base, ...new Uint8Array(165 - base.length), kind, ...extensionBytes])
}
