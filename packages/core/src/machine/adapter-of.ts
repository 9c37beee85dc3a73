import { type ErrorCode, LatchkeyError, type Namespace } from '@latchkey/protocol'
import type { Adapter } from '../contract/adapter.ts'
import type { Kit } from './kit.ts'
import { readOwnField } from './read-own-field.ts'

/**
 * Returns the adapter of a namespace (chain family).
 * @throws `chain-unsupported`
 */
export function adapterOf(kit: Kit, namespace: Namespace): Adapter {
  const adapter = readOwnField(kit.adapters, namespace)
  if (!adapter) throw new LatchkeyError('chain-unsupported', { reason: namespace })
  return adapter
}

/** Throws an error with a code and a reason. */
export function refuseWith(code: ErrorCode, reason?: string): never {
  throw new LatchkeyError(code, reason === undefined ? {} : { reason })
}
