import {
  type Approve,
  createFamilySigner,
  createSigner,
  deriveAccounts,
  type FamilySigner,
  type Grants,
  parseGrants,
  parseState,
  type Signer,
  type SignerState,
} from '@latchkey/signer'
import { familyNodes, localChain, testSeedWords } from '../wallet.ts'

const storageKeys = { state: 'state', grants: 'grants' }
export const accountCount = 3

/**
 * The extension's signers for Ethereum and for the other chain families; all of them ask the
 * visitor by the same `approve` function.
 */
export interface Wallet {
  readonly signer: Signer
  readonly families: FamilySigner
}

/** The extension's permissions, read once each time the background starts. */
export interface Permissions {
  /** Opens signers that ask the visitor by `approve`; permissions that they change are stored. */
  openWallet(approve: Approve): Promise<Wallet>
}

export function openPermissions(
  area: typeof chrome.storage.local,
  onChange: () => void,
): Permissions {
  const storedState: { now?: Promise<{ state: SignerState; grants: Grants }> } = {}
  const loadPermissions = async (): Promise<{ state: SignerState; grants: Grants }> => ({
    state: parseState((await area.get(storageKeys.state))[storageKeys.state]),
    grants: parseGrants((await area.get(storageKeys.grants))[storageKeys.grants]),
  })
  return {
    async openWallet(approve) {
      storedState.now ??= loadPermissions()
      const currentState = await storedState.now
      const signer = createSigner({
        accounts: deriveAccounts({ mnemonic: testSeedWords, count: accountCount }),
        chains: [localChain],
        approve,
        store: {
          read: () => currentState.state,
          write(next) {
            currentState.state = next
            void area.set({ [storageKeys.state]: next }).then(onChange)
          },
        },
      })
      const families = createFamilySigner({
        mnemonic: testSeedWords,
        count: accountCount,
        nodes: familyNodes,
        approve,
        grants: {
          read: () => currentState.grants,
          write(next) {
            currentState.grants = next
            void area.set({ [storageKeys.grants]: next }).then(onChange)
          },
        },
      })
      return { signer, families }
    },
  }
}
