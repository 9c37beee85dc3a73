/**
 * Cuts an address into groups of four characters, so that two addresses can be compared by eye. A
 * leading `0x` stays in the first group; no character is lost or added.
 */
export function addressGroups(address: string): readonly string[] {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  return prefix ? [prefix + (groups[0] ?? ''), ...groups.slice(1)] : groups
}
