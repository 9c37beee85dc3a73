import type { Reader } from '@latchkey/core'

/**
 * Whether the upper and lower case of an address shows a typing error (EIP-55). False for an
 * address in a single case, which has no checksum, and for chain families without a checksum
 * spelling.
 * @param spelling - loads the code that computes the checksum; if loading fails, the answer is
 * false
 */
export async function isAddressMisspelt(
  address: string,
  spelling: Reader['spelling'],
): Promise<boolean> {
  const hexDigits = address.replace(/^0x/, '')
  if (!spelling || hexDigits === hexDigits.toLowerCase() || hexDigits === hexDigits.toUpperCase())
    return false
  const checksummedAddress = await spelling(address).catch(() => null)
  return checksummedAddress !== null && checksummedAddress.replace(/^0x/, '') !== hexDigits
}
