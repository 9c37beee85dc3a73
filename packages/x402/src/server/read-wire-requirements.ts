import { isAddress, isEvmChain, readFields, readText, readUnits } from '../wire/fields.ts'
import type { WireRequirements } from './contract.ts'

/**
 * Checks the requirements that another server passed to a facilitator. Returns them, or the
 * protocol's code for what is wrong with them.
 */
export function readWireRequirements(value: unknown): WireRequirements | string {
  const fields = readFields(value)
  if (!fields) return 'invalid_payment_requirements'
  const { scheme, network, asset, amount, payTo, maxTimeoutSeconds } = fields
  if (scheme !== 'exact') return 'unsupported_scheme'
  if (!isEvmChain(network)) return 'invalid_network'
  const extra = readFields(fields.extra)
  const name = readText(extra?.name, 256)
  const version = readText(extra?.version, 256)
  if (!name || !version) return 'invalid_exact_evm_missing_eip712_domain'
  if (!isAddress(asset) || !isAddress(payTo) || !readUnits(amount))
    return 'invalid_payment_requirements'
  if (typeof maxTimeoutSeconds !== 'number') return 'invalid_payment_requirements'
  return {
    scheme,
    network,
    asset,
    amount: String(amount),
    payTo,
    maxTimeoutSeconds,
    extra: { name, version },
  }
}
