import type { Hex, LocalAccount, TypedDataDefinition } from 'viem'
import { hexChain, type KnownChain } from '../evm/mock-chain.ts'
import { forwardCall, sendFrom } from '../evm/mock-node.ts'
import { providerError } from './behavior.ts'
import { approveSignIn } from './mock-sign-in.ts'

/** The parts of a mock wallet that the code for approving requests uses. */
export interface Approver {
  readonly known: Map<number, KnownChain>
  readonly capabilities: unknown
  readonly canSignIn: boolean
  isAuthorized(): boolean
  isLocked(): boolean
  unlock(): void
  authorize(isAuthorized: boolean): void
  addresses(): readonly string[]
  chain(): number
  /** Chain id as the wallet writes it: hex, or decimal like some old wallets. */
  chainId(): string
  /** Switches the wallet's chain and emits the change event. */
  switchChain(chain: number): void
  /**
   * The account that signs for an address; throws error 4100 when the site may not use the address.
   */
  signer(address: unknown): LocalAccount
  emit(event: string, payload: unknown): void
  url(): string | undefined
}

/** Answers a request as a correct wallet does when its owner approves. */
export async function approveEvm(
  wallet: Approver,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const [one, two] = params
  switch (method) {
    case 'eth_requestAccounts': {
      // The prompt of a locked wallet lets its user unlock it.
      const isFirstApproval = !wallet.isAuthorized() && !wallet.isLocked()
      wallet.authorize(true)
      wallet.unlock()
      if (isFirstApproval) wallet.emit('accountsChanged', wallet.addresses())
      return wallet.addresses()
    }
    case 'wallet_connect':
      if (!wallet.canSignIn) break
      wallet.authorize(true)
      wallet.unlock()
      return approveSignIn(wallet, one)
    case 'eth_accounts':
      return wallet.addresses()
    case 'eth_chainId':
      return wallet.chainId()
    case 'wallet_getPermissions':
      return wallet.isAuthorized() ? [{ parentCapability: 'eth_accounts', caveats: [] }] : []
    case 'wallet_revokePermissions':
      wallet.authorize(false)
      wallet.emit('accountsChanged', [])
      return null
    case 'personal_sign':
      return wallet.signer(two).signMessage({ message: { raw: one as Hex } })
    case 'eth_signTypedData_v4':
      return wallet.signer(one).signTypedData(JSON.parse(String(two)) as TypedDataDefinition)
    case 'wallet_switchEthereumChain': {
      const chain = Number((one as { chainId: string }).chainId)
      if (!wallet.known.has(chain))
        throw providerError(4902, `Unrecognized chain ID "${hexChain(chain)}".`)
      wallet.switchChain(chain)
      return null
    }
    case 'wallet_addEthereumChain': {
      const addedChain = one as { chainId: string; rpcUrls?: readonly string[] }
      if (!addedChain.rpcUrls?.length)
        throw providerError(-32602, 'Expected an array with at least one valid RPC URL.')
      wallet.known.set(Number(addedChain.chainId), {
        id: Number(addedChain.chainId),
        rpcUrl: addedChain.rpcUrls[0],
      })
      wallet.switchChain(Number(addedChain.chainId))
      return null
    }
    case 'wallet_getCapabilities':
      if (wallet.capabilities === undefined) break
      return wallet.capabilities
    case 'eth_sendTransaction': {
      const transaction = one as Readonly<Record<string, string>>
      const account = wallet.signer(transaction.from)
      if (transaction.chainId && Number(transaction.chainId) !== wallet.chain())
        throw providerError(
          -32602,
          `Expected chain ${wallet.chain()}, was asked for ${Number(transaction.chainId)}.`,
        )
      return sendFrom(account, transaction, wallet.chain(), wallet.url())
    }
  }
  const node = wallet.url()
  if (node && method.startsWith('eth_')) return forwardCall(node, method, params)
  throw providerError(4200, `The method "${method}" is not supported.`)
}
