import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Log } from '../../base/log.ts'

/** Who asks, for limits only. */
interface CallerAddress {
  of(context: Context): string
  /** The same of a request that becomes a web socket. */
  ofUpgrade(request: IncomingMessage): string
}

/**
 * Address of the socket; behind `trustProxy` proxies of the operator's, what the outermost of them
 * saw. Each of them appends one entry to X-Forwarded-For; whatever stands further left may be the
 * caller's own invention.
 */
export function callerAddress(
  trustProxy: boolean | number,
  log: Pick<Log, 'error'>,
): CallerAddress {
  const hops = Number(trustProxy)
  const told = { isTold: false }
  const readCaller = (header: string | undefined, socket: string | undefined): string => {
    if (header !== undefined && hops === 0 && !told.isTold) {
      told.isTold = true
      log.error(
        {},
        'requests have X-Forwarded-For: behind a proxy of yours set trustProxy, else all callers are one',
      )
    }
    const entry = hops > 0 ? header?.split(',').at(-hops) : undefined
    return (entry === undefined ? undefined : readAddress(entry.trim())) ?? socket ?? 'unknown'
  }
  return {
    of: (context) => readCaller(context.req.header('x-forwarded-for'), socketOf(context)),
    ofUpgrade({ headers, socket }) {
      const header = headers['x-forwarded-for']
      return readCaller(Array.isArray(header) ? header.join(',') : header, socket.remoteAddress)
    },
  }
}

/** The address of an entry as proxies write it, without its port; undefined where it is none. */
function readAddress(entry: string): string | undefined {
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry
  return isIP(bare) ? bare : undefined
}

function socketOf(context: Context): string | undefined {
  return getConnInfo(context).remote.address
}
