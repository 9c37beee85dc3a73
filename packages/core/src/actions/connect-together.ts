import type { TogetherPrompt } from '../contract.ts'
import type { Kit } from '../kit.ts'
import type { AccountView } from '../state.ts'
import { connect } from './connect.ts'
import { selectNamespace } from './select-namespace.ts'

/**
 * Opens several families of one wallet by one prompt; families the wallet has no account of are left out.
 * @throws what `connect` throws, when the first fails
 */
export async function connectTogether(
  kit: Kit,
  { connectors, signal }: connectTogether.Parameters,
): Promise<connectTogether.ReturnType> {
  const together: TogetherPrompt = {}
  const [first = '', ...others] = connectors
  const views = [...(await connect(kit, { connector: first, signal, together }))]
  // Silent: nobody asks a second time for what was not given.
  for (const connector of others)
    views.push(...(await connect(kit, { connector, signal, together, silent: true }).catch(() => [])))
  const shown = views[0]?.namespace
  if (shown !== undefined && others.length) selectNamespace(kit, { namespace: shown })
  return views
}

export declare namespace connectTogether {
  type Parameters = {
    /** Ids of connectors with one `together`; never empty. */
    readonly connectors: readonly string[]
    /** Takes the question back. */
    readonly signal?: AbortSignal | undefined
  }
  /** One view for each namespace granted. */
  type ReturnType = readonly AccountView[]
}
