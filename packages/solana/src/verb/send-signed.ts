import { LatchkeyError } from '@latchkey/protocol'
import type { AskNode } from '../rpc.ts'

/** Has a node send a signed transaction (base64). Throws `rpc-answer-invalid` and what the node throws. */
export async function sendSigned(
  ask: AskNode,
  { transaction, signature }: { readonly transaction: string; readonly signature: string },
): Promise<void> {
  const sent = await ask('sendTransaction', [transaction, { encoding: 'base64', preflightCommitment: 'confirmed' }])
  if (sent !== signature)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'sendTransaction answered another signature' })
}
