import { getTransactionSigner } from '@latchkey/solana/signer'
import { useKit } from '../hooks/use-kit.ts'
import { useRead } from '../hooks/use-read.ts'
import { selectedAccount, unlessDisconnected } from './selected-account.ts'

/**
 * A transaction signer of `@solana/kit` for the selected account: the same object until another
 * account is selected, undefined while no wallet is connected.
 *
 * @example
 * const signer = useTransactionSigner()
 * return <button disabled={!signer}>Pay</button>
 */
export function useTransactionSigner(): getTransactionSigner.ReturnType | undefined {
  const kit = useKit()
  const account = useRead(selectedAccount)
  return account && unlessDisconnected(() => getTransactionSigner(kit, { account }))
}
