import type { FeatureName, LateFeatureName } from '../contract/feature-names.ts'
import type { ViewName } from '../contract/route.ts'
import type { AnyFeature, Features } from '../contract/view.ts'
import { featureOfView, isConnecting } from '../contract/views.ts'
import { features as sources } from '../features/features.ts'
import { createLazy, type Lazy } from './create-lazy.ts'

type Scope = ReturnType<NonNullable<AnyFeature['start']>> | undefined
type Loaded = AnyFeature & { readonly scope: Scope }
type LoadSource = {
  load(): Promise<{ readonly feature: AnyFeature }>
  readonly after?: LateFeatureName
}

/**
 * The features of one modal. Each is loaded once, when it is needed, and started after the feature
 * that it builds on.
 * @param begin - adds a feature's parts to the dialog; returns its scope
 */
export function createFeatures(begin: (feature: AnyFeature) => Scope): Features & {
  /**
   * The feature that draws a view. Until the feature `account` is loaded, `account` is returned for
   * every view of the features loaded after it.
   */
  findFeatureName(view: ViewName): FeatureName
  stop(): void
} {
  const featuresByName = new Map<LateFeatureName, Lazy<Loaded>>()
  const findFeature = (name: LateFeatureName): Lazy<Loaded> => {
    const lazyFeature =
      featuresByName.get(name) ??
      createLazy(async () => {
        const source: LoadSource =
          name in sources
            ? sources[name as keyof typeof sources]
            : { load: await findLoader(name), after: 'account' }
        const { load, after } = source
        const [{ feature }] = await Promise.all([load(), after && findFeature(after).load()])
        return { ...feature, scope: begin(feature) }
      })
    featuresByName.set(name, lazyFeature)
    return lazyFeature
  }
  /**
   * Finds the loader of a feature that is loaded after `account`; these loaders are listed in the
   * feature `account`.
   */
  const findLoader = async (name: LateFeatureName): Promise<LoadSource['load']> => {
    const { later } = await findFeature('account').load()
    return later?.load[name as keyof typeof later.load] as LoadSource['load']
  }
  const findFeatureName = (view: ViewName): FeatureName => {
    if (isConnecting(view)) return featureOfView[view]
    return featuresByName.get('account')?.get()?.later?.featureOf[view] ?? 'account'
  }
  const loadFeatureOfView = (view: ViewName): Promise<unknown> => {
    const name = findFeatureName(view)
    return name === 'connect' ? Promise.resolve() : findFeature(name).load()
  }
  return {
    get: (name) => featuresByName.get(name)?.get() as never,
    load: (name) => findFeature(name).load() as never,
    findFeatureName,
    // Once the feature `account` is loaded, it is known which feature draws the view.
    loadView: async (view) => {
      await loadFeatureOfView(view)
      await loadFeatureOfView(view)
    },
    stop: () => {
      for (const featureEntry of featuresByName.values()) {
        featureEntry.get()?.scope?.stop()
      }
    },
  }
}
