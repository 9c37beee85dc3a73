import { getMessageSigner } from '@latchkey/solana/signer'
import { useKit } from '../hooks/use-kit.ts'
import { useRead } from '../hooks/use-read.ts'
import { selectedAccount, unlessDisconnected } from './selected-account.ts'

/**
 * A message signer of `@solana/kit` for the selected account: the same object until another account
 * is selected, undefined while no wallet is connected.
 *
 * @example
 * const signer = useMessageSigner()
 * return <button disabled={!signer}>Sign</button>
 */
export function useMessageSigner(): getMessageSigner.ReturnType | undefined {
  const kit = useKit()
  const account = useRead(selectedAccount)
  return account && unlessDisconnected(() => getMessageSigner(kit, { account }))
}
