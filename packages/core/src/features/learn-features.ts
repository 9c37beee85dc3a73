import type { Kit, KitOptions } from '../machine/kit.ts'
import { featuresQuery } from './features-query.ts'
import { mergeFeatures } from './merge-features.ts'

const key = 'features'

/**
 * Asks the gateway once which features its operator has switched on for the project, and merges
 * them over the owner's: from then on `kit.options.features` holds the result. Without a gateway,
 * or without its answer, the owner's features hold. Resolves to whether anything changed; never
 * rejects.
 */
export function learnFeatures(kit: Kit): Promise<boolean> {
  const asked = kit.memory.get(key) as Promise<boolean> | undefined
  if (asked) return asked
  const asking = learnRemote(kit).catch(() => {
    // The next call tries again.
    kit.memory.delete(key)
    return false
  })
  kit.memory.set(key, asking)
  return asking
}

async function learnRemote(kit: Kit): Promise<boolean> {
  const remote = await featuresQuery(kit).queryFn()
  if (!remote) return false
  const { features: local = {} } = kit.options
  const { features, overridden } = mergeFeatures(local, remote)
  if (overridden.length > 0)
    console.warn(`Latchkey: the gateway decides otherwise on ${overridden.join(', ')}.`)
  const isSame = JSON.stringify(features) === JSON.stringify(local)
  if (!isSame) (kit as { options: KitOptions }).options = { ...kit.options, features }
  return !isSame
}
