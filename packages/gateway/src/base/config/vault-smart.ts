import { chainIdSchema } from '@latchkey/protocol/schema'
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { address, httpUrl } from './parts.ts'

/**
 * With the letters' case of EIP-55: a mistyped digit is noticed, where what is typed gets
 * everybody's money.
 */
const checkedAddress = address.refine(
  (text) => !isAddress(text, { strict: false }) || getAddress(text) === text,
  'must be spelled as EIP-55 says',
)

/**
 * Where an account may be a contract (ERC-4337, EntryPoint v0.7), by chain; a chain left out has
 * none.
 */
export const vaultSmart = z.record(
  chainIdSchema,
  z.strictObject({
    factory: checkedAddress,
    implementation: checkedAddress,
    /**
     * Address of a bundler, with its key; the environment overlays it:
     * `LATCHKEY_BUNDLER_URL_<CAIP-2 with _ for : and ->`.
     */
    bundler: httpUrl,
    /**
     * Address of a paymaster service (ERC-7677), with its key, overlaid by
     * `LATCHKEY_SPONSOR_URL_…`; without it visitors pay.
     */
    sponsor: httpUrl.optional(),
    /** What it is told with each question, as its vendor asks for: the page has no say in it. */
    sponsorContext: z.record(z.string().min(1).max(64), z.string().max(256)).optional(),
    /** What a key's own account may take over for batches (EIP-7702); without it, nothing. */
    delegate: checkedAddress.optional(),
  }),
)

export type VaultSmartConfig = z.output<typeof vaultSmart>
