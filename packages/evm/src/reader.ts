import type { Reader } from '@latchkey/core'

const verbs = async () => (await import('./verbs.ts')).verbs

/** Chain reads; each loads what it needs when it is called. */
export const reader: Required<Reader> = {
  balances: async (source, parameters) =>
    (await import('./read/balances.ts')).balances(source, parameters),
  estimateTransfer: async (source, transfer) => (await verbs()).estimateTransfer(source, transfer),
  simulate: async (source, parameters) => (await verbs()).simulate(source, parameters),
  allowance: async (source, parameters) => (await verbs()).allowance(source, parameters),
  approval: async (call) => (await verbs()).approval(call),
  swapCall: async (call) => (await import('./read/swap-call.ts')).swapCall(call),
  decimals: async (source, asset) => (await verbs()).decimals(source, asset),
  verdict: async (source, parameters) => (await verbs()).verdict(source, parameters),
  addressOfName: async (source, name) =>
    (await import('./read/names.ts')).addressOfName(source, name),
  spelling: async (address) => (await import('./read/spelling.ts')).spelling(address),
  nameOfAddress: async (source, account) =>
    (await import('./read/names.ts')).nameOfAddress(source, account),
}
