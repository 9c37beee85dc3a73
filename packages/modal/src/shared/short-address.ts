/** The two ends of an address, for a heading or a chip: `0x71C7…976F`. */
export function shortAddress(address: string): string {
  const characters = [...address]
  const headLength = address.startsWith('0x') ? 6 : 4
  return characters.length <= headLength + 6
    ? address
    : `${characters.slice(0, headLength).join('')}…${characters.slice(-4).join('')}`
}
