import type { Hex } from 'viem'

/** Addresses of the ERC-4337 entry point contract, versions 0.6 to 0.9. */
const entryPoints: ReadonlySet<Hex> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
])

/**
 * Whether a lower-case address is an ERC-4337 entry point. The addresses are the same on every
 * chain. They are listed in this file because the library that contains them would load its whole
 * bundler client at start; a test compares this list with the library's.
 */
export function isEntryPoint(address: Hex): boolean {
  return entryPoints.has(address)
}
