import { LatchkeyError } from '@latchkey/protocol'

/** Numeric codes of the protocol. Source: WalletConnect sign 2, "SDK error codes". */
export type NamespaceCode = 5000 | 5001 | 5002 | 5003 | 5100 | 5101 | 5102 | 5103 | 5104

/** An error `proposal-unsupported` whose `sourceCode` is the protocol's. */
export function namespaceFault(sourceCode: NamespaceCode, reason: string): LatchkeyError {
  return new LatchkeyError('proposal-unsupported', { sourceCode, reason })
}
