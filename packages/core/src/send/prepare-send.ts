import { inWords } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import type { SendDraft, SendRequest } from './send-draft.ts'

/**
 * Checks, estimates and drafts a transfer from the selected account of a connected wallet. It reads
 * the chain, and asks the wallet only when the wallet itself estimates fees, which it does without
 * a prompt.
 * @throws in this order `not-connected` | `account-missing` | `send-chain-unsupported` |
 * `amount-and-receiver-required` | `token-required` | `chain-mismatch` | `token-address-required` |
 * `receiver-invalid` | `receiver-chain-mismatch` | `name-not-found` | `amount-invalid` |
 * `insufficient-funds` | `insufficient-fee-funds` | what the reads throw
 */
export function prepareSend(kit: Kit, parameters: prepareSend.Parameters): Promise<SendDraft> {
  return inWords(runPrepareSend(kit, parameters))
}

async function runPrepareSend(kit: Kit, parameters: prepareSend.Parameters): Promise<SendDraft> {
  const { draftSend } = await import('./draft-send.ts')
  return draftSend(kit, parameters)
}

export declare namespace prepareSend {
  type Parameters = SendRequest
}
