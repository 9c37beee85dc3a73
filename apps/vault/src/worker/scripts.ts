import bitcoin from './entry/bitcoin.ts?worker&url'
import create from './entry/create.ts?worker&url'
import evm from './entry/evm.ts?worker&url'
import exportUrl from './entry/export.ts?worker&url'
import recover from './entry/recover.ts?worker&url'
import solana from './entry/solana.ts?worker&url'
import split from './entry/split.ts?worker&url'
import type { StartWorker } from './run-worker.ts'

/** URLs of the workers' scripts; the file names contain hashes. */
const scriptAddresses = {
  create,
  split,
  recover,
  export: exportUrl,
  eip155: evm,
  solana,
  bip122: bitcoin,
} as const

export type WorkerScript = keyof typeof scriptAddresses

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown }
}

/**
 * Starts workers in this document. Call it once, because the document's only Trusted Types policy,
 * `latchkey-vault`, cannot be created twice. The policy allows only the build's own script
 * addresses.
 */
export function openWorkerScripts(): (script: WorkerScript) => StartWorker {
  const scriptUrlRules = {
    createScriptURL: (url: string): string => {
      if (!Object.values(scriptAddresses).includes(url))
        throw new TypeError('not a script of the vault')
      return url
    },
  }
  const trustedTypesFactory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  const policy =
    trustedTypesFactory?.createPolicy('latchkey-vault', scriptUrlRules) ?? scriptUrlRules
  return (script) => () =>
    new Worker(policy.createScriptURL(scriptAddresses[script]) as string, {
      type: 'module',
      name: script,
    })
}
