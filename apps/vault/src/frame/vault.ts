import type { VaultEvent, VaultProject } from '@latchkey/protocol/vault'
import type { CallGateway } from '../api/open-vault-api.ts'
import type { Store } from '../store/open-store.ts'
import type { StartWorker } from '../worker/run-worker.ts'
import type { WorkerScript } from '../worker/scripts.ts'

/** What all parts of a frame use: it is created once per load and passed to each of them. */
export interface Vault {
  readonly project: VaultProject
  /** Origin of this vault. */
  readonly origin: string
  /** Origin of the page around the frame. */
  readonly site: string
  readonly store: Store
  readonly api: CallGateway
  readonly scripts: (script: WorkerScript) => StartWorker
  readonly tell: (event: VaultEvent) => void
  readonly fetch: typeof globalThis.fetch
}
