import type { Reader } from '@latchkey/core'

/**
 * Whether the capitals of an address say that a character of it is wrong (EIP-55). An address in
 * one case has no checksum; nor has one of a family that spells it in no certain way.
 * @param spelling - loads what computes the checksum; a page without network cannot tell
 */
export async function isMisspelt(address: string, spelling: Reader['spelling']): Promise<boolean> {
  const bare = address.replace(/^0x/, '')
  if (!spelling || bare === bare.toLowerCase() || bare === bare.toUpperCase()) return false
  const spelled = await spelling(address).catch(() => null)
  return spelled !== null && spelled.replace(/^0x/, '') !== bare
}
