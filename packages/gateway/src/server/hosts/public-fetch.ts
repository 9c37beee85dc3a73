import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { refusal } from '../../base/refuse.ts'
import type { PublicFetch } from '../../ports/image-port.ts'

/** All IPv4 ranges that are not public (IANA special-purpose registries). */
const reservedV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
/**
 * IPv6 ranges within 2000::/3 that are not public, or that embed an IPv4 address; outside 2000::/3
 * no IPv6 address is public.
 */
const reservedV6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

/**
 * Whether an IP address is public; false for any text that is not an IP address. Node's `BlockList`
 * compares the ranges. No library is used, because libraries for this purpose check ranges only and
 * would allow this machine's own public addresses.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !blockList(reservedV4, 'ipv4').check(address, 'ipv4')
  if (family !== 6) return false
  const globalRange = new BlockList()
  globalRange.addSubnet('2000::', 3, 'ipv6')
  return globalRange.check(address, 'ipv6') && !blockList(reservedV6, 'ipv6').check(address, 'ipv6')
}

/**
 * Whether an address is public and not one of this machine's own: services on this machine may
 * trust local connections.
 */
export function isForeignAddress(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): boolean {
  const ownAddresses = new BlockList()
  for (const networkAddress of Object.values(interfaces()).flatMap((list) => list ?? [])) {
    ownAddresses.addAddress(
      networkAddress.address,
      networkAddress.family === 'IPv6' ? 'ipv6' : 'ipv4',
    )
  }
  return (
    isPublicAddress(address) && !ownAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  )
}

function blockList(text: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of text.split(/\s+/)) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

/** Resolves a host name to all its addresses. */
export type LookUpHost = (host: string) => Promise<readonly string[]>

const lookUpBySystem: LookUpHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Sends one request to the public internet. It resolves the name once, checks every address with
 * `isAllowed`, and connects to a checked address, so a second look-up cannot lead elsewhere. The
 * caller handles redirects.
 */
export function publicFetch(
  lookUp: LookUpHost = lookUpBySystem,
  isAllowed: (address: string) => boolean = isForeignAddress,
): PublicFetch {
  return async (url, { maxBytes, signal, post }) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await lookUp(host).catch(() => [])
    const [address] = addresses
    if (!address) throw refusal(503, '', 'The host cannot be found')
    if (!addresses.every((one) => isAllowed(one)))
      throw refusal(400, 'url', 'The address is not on the public internet')
    const family = isIP(address)
    return new Promise((resolve, reject) => {
      const sendRequest = url.protocol === 'https:' ? requestHttps : requestHttp
      const failFetch = (cause?: unknown): void =>
        reject(cause ?? refusal(503, '', 'The address cannot be fetched'))
      const outgoingRequest = sendRequest(url, {
        signal,
        agent: false,
        method: post ? 'POST' : 'GET',
        headers: {
          ...(post
            ? { ...post.headers, 'content-length': String(Buffer.byteLength(post.body)) }
            : { accept: 'image/png,image/webp,image/jpeg,image/gif' }),
          'user-agent': 'latchkey-gateway',
        },
        lookup: (_host, options, callback) =>
          options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
      })
      outgoingRequest.once('error', () => failFetch())
      outgoingRequest.once('response', (answer) => {
        const status = answer.statusCode ?? 0
        const chunks: Buffer[] = []
        let size = 0
        const finishFetch = (bytes: Uint8Array | undefined): void => {
          resolve({ status, location: answer.headers.location, bytes })
          outgoingRequest.destroy()
        }
        if (status !== 200 || post) return finishFetch(new Uint8Array())
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) finishFetch(undefined)
          else chunks.push(chunk)
        })
        answer.once('end', () => finishFetch(Buffer.concat(chunks)))
        answer.once('error', () => failFetch())
      })
      outgoingRequest.end(post?.body)
    })
  }
}
