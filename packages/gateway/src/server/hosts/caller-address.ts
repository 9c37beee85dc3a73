import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Log } from '../../base/log.ts'

/** Finds the network addresses of callers, which are used for rate limits only. */
interface CallerAddress {
  of(context: Context): string
  /** Returns the address of the caller of a WebSocket upgrade. */
  readUpgradeCaller(request: IncomingMessage): string
}

/**
 * Reads the caller's address: that of the socket, or behind `trustProxy` proxies the address that
 * the outermost proxy saw. Each proxy appends one entry to X-Forwarded-For; entries further left
 * may be invented by the caller.
 */
export function callerAddress(
  trustProxy: boolean | number,
  log: Pick<Log, 'error'>,
): CallerAddress {
  const trustedHops = Number(trustProxy)
  const warningState = { isTold: false }
  const readCaller = (header: string | undefined, socket: string | undefined): string => {
    if (header !== undefined && trustedHops === 0 && !warningState.isTold) {
      warningState.isTold = true
      log.error(
        {},
        'requests have X-Forwarded-For: behind a proxy of yours set trustProxy, else all callers are one',
      )
    }
    const entry = trustedHops > 0 ? header?.split(',').at(-trustedHops) : undefined
    return (entry === undefined ? undefined : readAddress(entry.trim())) ?? socket ?? 'unknown'
  }
  return {
    of: (context) => readCaller(context.req.header('x-forwarded-for'), readSocketAddress(context)),
    readUpgradeCaller({ headers, socket }) {
      const header = headers['x-forwarded-for']
      return readCaller(Array.isArray(header) ? header.join(',') : header, socket.remoteAddress)
    },
  }
}

/**
 * Returns the IP address in an entry of X-Forwarded-For, without its port; undefined when it is not
 * an address.
 */
function readAddress(entry: string): string | undefined {
  const bareAddress =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
  return isIP(bareAddress) ? bareAddress : undefined
}

function readSocketAddress(context: Context): string | undefined {
  return getConnInfo(context).remote.address
}
