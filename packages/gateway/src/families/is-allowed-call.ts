import type { ChainId } from '@latchkey/protocol'
import type { NodeCall } from '../ports/node-port.ts'
import { familyOfChain } from './families.ts'
import { readRestCall } from './shared/rest-path.ts'

/**
 * Whether a page may send this call to a node of `chain`; `extraMethods` are the methods that the
 * operator allowed in addition: exact names, or `GET /path`.
 */
export function isAllowedCall(
  chain: ChainId,
  call: NodeCall,
  extraMethods: readonly string[] = [],
): boolean {
  const family = familyOfChain(chain)
  // For a chain of an unknown family the gateway cannot know which methods only read, so only
  // methods that the operator listed are allowed.
  if (!family) return extraMethods.includes(call.method)
  if (family.isAllowed(call)) return true
  if (family.nodes === 'rpc') return extraMethods.includes(call.method)
  const restCall = readRestCall(call)
  return restCall !== undefined && extraMethods.includes(`${restCall.method} ${restCall.path}`)
}
