import type { Connector, State } from '@latchkey/core'

/**
 * The connector for wallets on other devices or in other apps, by link or QR code, if the kit has
 * one.
 */
export function transportOf({ connectors }: State): Connector | undefined {
  return Object.values(connectors).find(({ prepare }) => prepare)
}
