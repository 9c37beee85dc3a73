import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { LatchkeyError } from '@latchkey/protocol'

const closeGraceMs = 5_000

/** Returns the address of a server for programs on this machine. */
export function formatUrl({ address, port }: AddressInfo): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

/**
 * Binds a server to a port.
 * @param isOptional - whether the machine may lack this kind of address
 * @returns whether it listens
 * @throws `config-invalid` when the port is taken
 */
export function listenOn(
  server: Server,
  host: string,
  port: number,
  isOptional: boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no `::1`, so the gateway does not listen on that address.
      if (isOptional && (cause.code === 'EADDRNOTAVAIL' || cause.code === 'EAFNOSUPPORT'))
        return resolve(false)
      const reason =
        cause.code === 'EADDRINUSE'
          ? `port ${port} is taken on ${host}`
          : `${host}: ${cause.message}`
      reject(
        new LatchkeyError('config-invalid', {
          reason,
          fix: 'set LATCHKEY_GATEWAY_PORT to another port',
          cause,
        }),
      )
    })
    server.listen({ port, host, exclusive: true }, () => resolve(true))
  })
}

/** Closes a server; open requests get at most 5 s to finish. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forceCloseTimer = setTimeout(() => server.closeAllConnections(), closeGraceMs)
    server.close(() => {
      clearTimeout(forceCloseTimer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
