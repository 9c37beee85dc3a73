import { LatchkeyError } from '@latchkey/protocol'

/** Error codes of the protocol. Source: WalletConnect sign 2, "SDK error codes". */
export type NamespaceCode = 5000 | 5001 | 5002 | 5003 | 5100 | 5101 | 5102 | 5103 | 5104

/** Creates an error `proposal-unsupported` with the protocol's code as `sourceCode`. */
export function namespaceFault(sourceCode: NamespaceCode, reason: string): LatchkeyError {
  return new LatchkeyError('proposal-unsupported', { sourceCode, reason })
}
