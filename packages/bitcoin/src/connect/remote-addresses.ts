import { readAddresses, type WalletAddress } from '@latchkey/wbip/request'

/**
 * Reads the addresses of a remote wallet: from its answer to `getAccountAddresses`, its session
 * property (JSON `{payment[], ordinal[]}`) or its event `bip122_addressesChanged`; undefined when
 * none is valid.
 */
export function readAccountAddresses(answer: unknown): readonly WalletAddress[] | undefined {
  const value = typeof answer === 'string' ? parseJson(answer) : answer
  const list = Array.isArray(value) ? value.map((one) => toAddressEntry(one)) : listByPurpose(value)
  return readAddresses({ addresses: list })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function listByPurpose(value: unknown): readonly unknown[] {
  const { payment, ordinal, ordinals = ordinal } = toFields(value)
  const labelEntries = (list: unknown, purpose: string) =>
    Array.isArray(list) ? list.slice(0, 100).map((one) => toAddressEntry(one, purpose)) : []
  return [...labelEntries(payment, 'payment'), ...labelEntries(ordinals, 'ordinals')]
}

function toAddressEntry(value: unknown, purpose?: string): unknown {
  const { address = value, publicKey, intention } = toFields(value)
  const effectivePurpose = purpose ?? readPurpose(intention)
  return {
    address,
    ...(publicKey !== undefined && { publicKey }),
    ...(effectivePurpose && { purpose: effectivePurpose }),
  }
}

function readPurpose(intention: unknown): string | undefined {
  if (intention === 'ordinal') return 'ordinals'
  return intention === 'payment' ? 'payment' : undefined
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
