import { isIPv6 } from 'node:net'

/**
 * Returns the key under which rate limits count a caller. All addresses of an IPv6 /64 network
 * count as one caller, because one customer usually holds the whole network. An IPv4 address counts
 * as one caller, also when it is written as an IPv6 address.
 */
export function callerKey(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4) return ipv4
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::', 2) ?? []
  const headGroups = head ? head.split(':') : []
  const tailGroups = tail ? tail.split(':') : []
  const zeroGroups =
    tail === undefined
      ? []
      : Array<string>(Math.max(0, 8 - headGroups.length - tailGroups.length)).fill('0')
  return [...headGroups, ...zeroGroups, ...tailGroups]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}
