import { chainIdSchema } from '@latchkey/protocol/schema'
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { address, httpUrl } from './parts.ts'

/**
 * Shape of an address with EIP-55 checksum. The checksum is required because a mistyped digit must
 * be noticed: the contract at this address controls the money of all visitors.
 */
const checkedAddress = address.refine(
  (text) => !isAddress(text, { strict: false }) || getAddress(text) === text,
  'must be spelled as EIP-55 says',
)

/** Smart accounts (ERC-4337, EntryPoint v0.7), by chain; a chain without an entry has none. */
export const smartAccountsShape = z.record(
  chainIdSchema,
  z.strictObject({
    factory: checkedAddress,
    implementation: checkedAddress,
    /**
     * Address of a bundler, including its key; the environment variable
     * `LATCHKEY_BUNDLER_URL_<CAIP-2 id with _ instead of : and ->` overrides it.
     */
    bundler: httpUrl,
    /**
     * Address of a paymaster service (ERC-7677), including its key; the environment variable
     * `LATCHKEY_SPONSOR_URL_…` overrides it. Without a paymaster, visitors pay the fees themselves.
     */
    sponsor: httpUrl.optional(),
    /**
     * Context that the gateway sends to the paymaster with each request, in the vendor's format;
     * the page cannot change it.
     */
    sponsorContext: z.record(z.string().min(1).max(64), z.string().max(256)).optional(),
    /**
     * Contract that a visitor's own account may delegate to for batches (EIP-7702); without it no
     * delegation is offered.
     */
    delegate: checkedAddress.optional(),
  }),
)

export type VaultSmartConfig = z.output<typeof smartAccountsShape>
