import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { type AccountId, addressOf } from '@latchkey/protocol'
import type { Address, MessageModifyingSigner, SignatureBytes } from '@solana/kit'
import { signMessages } from '../actions/sign-messages.ts'
import { fromBase58 } from '../encoding/base58.ts'
import { grantedAccount } from './granted-account.ts'

export declare namespace getMessageSigner {
  type Parameters = {
    /** CAIP-10, one of the wallet's accounts; default the selected one. */
    readonly account?: AccountId | undefined
  }
  type ReturnType = MessageModifyingSigner
}

/**
 * A message signer of `@solana/kit` for the selected account. For one account it is always the same
 * object; after an account change call this function again. Each message is one prompt, 20 messages
 * at most. Its type allows a wallet to change the message, as `@solana/kit` requires of wallets,
 * but a signature over anything else than the given bytes is refused.
 * @throws `not-connected`, `account-missing`; its method rejects with what `signMessages` throws
 *
 * @example
 * import { createSignableMessage } from '@solana/kit'
 *
 * const signer = getMessageSigner(kit)
 * const [signed] = await signer.modifyAndSignMessages([createSignableMessage('Hello')])
 * show(signed?.signatures[signer.address])
 */
export function getMessageSigner(
  kit: Kit,
  parameters: getMessageSigner.Parameters = {},
): getMessageSigner.ReturnType {
  const account = grantedAccount(kit, parameters.account)
  const signers = signersByAccount(kit)
  const signer = signers.get(account) ?? createSigner(kit, account)
  signers.set(account, signer)
  return signer
}

const signersByAccount = perKit(() => new Map<AccountId, getMessageSigner.ReturnType>())

function createSigner(kit: Kit, account: AccountId): getMessageSigner.ReturnType {
  const address = addressOf(account) as Address
  return Object.freeze({
    address,
    async modifyAndSignMessages(messages, { abortSignal: signal } = {}) {
      if (messages.length === 0) return []
      const { signatures } = await signMessages(kit, {
        messages: messages.map(({ content }) => content),
        account,
        signal,
      })
      return messages.map((message, i) => {
        const signature = fromBase58(signatures[i]) as SignatureBytes
        return Object.freeze({
          ...message,
          signatures: Object.freeze({ ...message.signatures, [address]: signature }),
        })
      })
    },
  } satisfies getMessageSigner.ReturnType)
}
