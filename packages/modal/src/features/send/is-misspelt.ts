import type { Reader } from '@latchkey/core'

/**
 * Whether the capitals of an address show a wrong character (EIP-55). An address in one case has no
 * checksum, nor has one of a family without a fixed spelling.
 * @param spelling - loads the code that computes the checksum; without network there is no answer
 */
export async function isMisspelt(address: string, spelling: Reader['spelling']): Promise<boolean> {
  const hexDigits = address.replace(/^0x/, '')
  if (!spelling || hexDigits === hexDigits.toLowerCase() || hexDigits === hexDigits.toUpperCase())
    return false
  const checksummed = await spelling(address).catch(() => null)
  return checksummed !== null && checksummed.replace(/^0x/, '') !== hexDigits
}
