import type { ChainId } from '@latchkey/protocol'
import type { NodeCall } from '../ports/node-port.ts'
import { familyOf } from './families.ts'
import { readRestCall } from './shared/rest-path.ts'

/**
 * Whether a page may ask a node of `chain` this; `extra` are the operator's own additions: exact
 * methods, or `GET /path`.
 */
export function isAllowedCall(
  chain: ChainId,
  call: NodeCall,
  extra: readonly string[] = [],
): boolean {
  const family = familyOf(chain)
  // Nothing is known of its methods: which of them only read is the operator's to say.
  if (!family) return extra.includes(call.method)
  if (family.isAllowed(call)) return true
  if (family.nodes === 'rpc') return extra.includes(call.method)
  const asked = readRestCall(call)
  return asked !== undefined && extra.includes(`${asked.method} ${asked.path}`)
}
