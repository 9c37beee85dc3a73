import type { Connector, State } from '@latchkey/core'

/** The connector that reaches wallets elsewhere by a link or a code, where the kit has one. */
export function transportOf({ connectors }: State): Connector | undefined {
  return Object.values(connectors).find(({ prepare }) => prepare)
}
