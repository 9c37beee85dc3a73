import { getWalletStandardAccount, type KitStandardAccount } from '@latchkey/solana/signer'
import { useAccount } from '../hooks/use-account.ts'
import { useKit } from '../hooks/use-kit.ts'

/**
 * The selected Solana account as an account object of Wallet Standard, for libraries that take one;
 * undefined while no wallet is connected. The wallet of this account is `getStandardWallet(kit)` of
 * `@latchkey/solana/signer`.
 *
 * @example
 * const account = useWalletStandardAccount()
 * return <p>{account?.chains.join()}</p>
 */
export function useWalletStandardAccount(): KitStandardAccount | undefined {
  const kit = useKit()
  const { status } = useAccount({ namespace: 'solana' })
  return status === 'connected' ? getWalletStandardAccount(kit) : undefined
}
