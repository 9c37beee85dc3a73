import { type Kit, signMessage } from '@latchkey/core'
import { type AccountId, inWords, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from './active-connector.ts'

/** Maximum number of messages in one call. */
const maxMessages = 20

export declare namespace signMessages {
  type Parameters = {
    /** 1 to 20 messages: texts, which are signed as UTF-8, or bytes. */
    readonly messages: readonly (string | Uint8Array)[]
    /** CAIP-10, one of the wallet's accounts; default the selected one. */
    readonly account?: AccountId | undefined
    readonly signal?: AbortSignal | undefined
  }
  type ReturnType = {
    /** Ed25519 signatures of 64 bytes in base58, in the order of the messages. */
    readonly signatures: readonly string[]
    readonly account: AccountId
  }
}

/**
 * Asks the connected wallet to sign messages, one prompt each, because wallets show one message at
 * a time. Each signature is verified over exactly the given bytes. When one message fails, no
 * signature is returned.
 * @throws `not-connected`, `rpc-invalid-params`, and what `signMessage` of `@latchkey/core` throws,
 *   such as `user-rejected`, `account-missing`, `feature-unsupported`, `wallet-answer-invalid`
 *
 * @example const { signatures } = await signMessages(kit, { messages: ['Hello', 'again'] })
 */
export function signMessages(
  kit: Kit,
  parameters: signMessages.Parameters,
): Promise<signMessages.ReturnType> {
  return inWords(runSignMessages(kit, parameters))
}

async function runSignMessages(
  kit: Kit,
  { messages, account = activeConnector(kit).session.selected, signal }: signMessages.Parameters,
): Promise<signMessages.ReturnType> {
  if (messages.length === 0 || messages.length > maxMessages)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: `messages: 1 to ${maxMessages} of them`,
    })
  const signatures: string[] = []
  for (const message of messages) {
    const { signature } = await signMessage(kit, { message, account, signal })
    signatures.push(signature)
  }
  return { signatures, account }
}
