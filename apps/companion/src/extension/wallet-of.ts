import { type Approve, createSigner, deriveAccounts, parseState, type Signer, type SignerState } from '@latchkey/signer'
import { localChain, testWords } from '../wallet.ts'

const key = 'state'
const accountCount = 3

/** The extension's permissions, read once each time the background wakes. */
export interface Permissions {
  /** A signer that asks by `approve`; what it changes is stored. */
  open(approve: Approve): Promise<Signer>
}

export function openPermissions(area: typeof chrome.storage.local, onChange: () => void): Permissions {
  const kept: { state?: Promise<{ now: SignerState }> } = {}
  const load = async (): Promise<{ now: SignerState }> => ({ now: parseState((await area.get(key))[key]) })
  return {
    async open(approve) {
      kept.state ??= load()
      const state = await kept.state
      return createSigner({
        accounts: deriveAccounts({ mnemonic: testWords, count: accountCount }),
        chains: [localChain],
        approve,
        store: {
          read: () => state.now,
          write(next) {
            state.now = next
            void area.set({ [key]: next }).then(onChange)
          },
        },
      })
    },
  }
}
