import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'

/**
 * The connectors whose connections this page has written to storage; another tab ends a connection
 * by removing it there.
 */
export const writtenConnectorIds: (kit: Kit) => Set<string> = perKit(() => new Set())
