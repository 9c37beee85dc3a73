import { hasCode } from '@latchkey/protocol'
import { createWallet } from '../worker/create-wallet.ts'
import { exportWallet } from '../worker/export.ts'
import type { MessageToWorker, Operation, SealedShares } from '../worker/message.ts'
import { recoverWallet } from '../worker/recover-wallet.ts'
import type { StartWorker } from '../worker/run-worker.ts'
import type { WorkerScript } from '../worker/scripts.ts'
import { signForBitcoin } from '../worker/sign-bitcoin.ts'
import { signForEvm } from '../worker/sign-evm.ts'
import { signForSolana } from '../worker/sign-solana.ts'
import { splitWallet } from '../worker/split-wallet.ts'

const operations: Readonly<Record<WorkerScript, Operation<never, unknown>>> = {
  create: createWallet,
  split: splitWallet,
  recover: recoverWallet,
  export: exportWallet,
  eip155: signForEvm,
  solana: signForSolana,
  bip122: signForBitcoin,
}

/**
 * Fakes a browser's workers: the same operations, in this thread, with cloned messages and
 * transferred buffers.
 */
export function standInWorkers(): {
  scripts: (script: WorkerScript) => StartWorker
  ended: WorkerScript[]
} {
  const ended: WorkerScript[] = []
  const scripts = (script: WorkerScript) => () => {
    const worker = {
      onmessage: null as ((event: { data: unknown }) => void) | null,
      onerror: null,
      take: (_: SealedShares): void => {},
      postMessage(message: MessageToWorker<never>, moved: Transferable[]) {
        const data = structuredClone(message, { transfer: moved })
        if (data.type === 'sealed') return worker.take(data.sealed)
        const say = (said: unknown): void => worker.onmessage?.({ data: structuredClone(said) })
        operations[script](data.input, (sealTo) => {
          const sealed = new Promise<SealedShares>((resolve) => {
            worker.take = resolve
          })
          say({ type: 'key', sealTo })
          return sealed
        }).then(
          (output) => say({ type: 'done', output }),
          (error) =>
            say({
              type: 'failed',
              code: hasCode(error) ? error.code : 'unknown',
              reason: String(error?.message),
            }),
        )
      },
      terminate: () => void ended.push(script),
    }
    return worker as unknown as Worker
  }
  return { scripts, ended }
}
