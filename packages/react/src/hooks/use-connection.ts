import { type Connection, getConnection } from '@latchkey/core'
import { useRead } from './use-read.ts'

export declare namespace useConnection {
  interface Parameters {
    /** Id of the connector. */
    readonly connector: string
  }
}

/**
 * The connection state of one connector: a union, with the prompt to show while connecting, and the
 * error when connecting failed.
 */
export function useConnection(parameters: useConnection.Parameters): Connection {
  return useRead((kit) => getConnection(kit, parameters))
}
