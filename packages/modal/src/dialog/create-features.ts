import type { AnyFeature, Features } from '../contract/view.ts'
import type { LateFeatureName } from '../contract/views.ts'
import { features as sources } from '../features/features.ts'
import { type Lazy, lazy } from './lazy.ts'

type Scope = ReturnType<NonNullable<AnyFeature['start']>> | undefined
type Loaded = AnyFeature & { readonly scope: Scope }

/**
 * The features of one modal, each loaded once, when it is wanted, and begun after the one that it
 * is built on.
 * @param begin - joins what the feature brings to the dialog; answers its scope
 */
export function createFeatures(begin: (feature: AnyFeature) => Scope): Features & { stop(): void } {
  const known = new Map<LateFeatureName, Lazy<Loaded>>()
  const find = (name: LateFeatureName): Lazy<Loaded> => {
    const { load, after }: { load(): Promise<{ feature: AnyFeature }>; after?: LateFeatureName } =
      sources[name]
    const found =
      known.get(name) ??
      lazy(async () => {
        const [{ feature }] = await Promise.all([load(), after && find(after).load()])
        return { ...feature, scope: begin(feature) }
      })
    known.set(name, found)
    return found
  }
  return {
    get: (name) => known.get(name)?.get() as never,
    load: (name) => find(name).load() as never,
    stop: () => {
      for (const one of known.values()) {
        one.get()?.scope?.stop()
      }
    },
  }
}
