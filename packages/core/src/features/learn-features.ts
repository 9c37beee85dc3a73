import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import { featuresQuery } from './features-query.ts'
import { mergeFeatures } from './merge-features.ts'

/** The pending or finished request for the features that the gateway's operator configured. */
const requestOfKit: (kit: Kit) => { answer?: Promise<boolean> | undefined } = perKit(() => ({}))

/**
 * Asks the gateway once which features its operator has switched on for the project, and merges
 * them over the site owner's features; the state's `features` then have the result. Without a
 * gateway, or when it does not answer, the site owner's features stay. Resolves to whether anything
 * changed; never rejects.
 */
export function learnFeatures(kit: Kit): Promise<boolean> {
  const earlierRequest = requestOfKit(kit)
  earlierRequest.answer ??= learnRemoteFeatures(kit).catch(() => {
    // The request has failed, so the next call makes a new one.
    earlierRequest.answer = undefined
    return false
  })
  return earlierRequest.answer
}

async function learnRemoteFeatures(kit: Kit): Promise<boolean> {
  const remoteFeatures = await featuresQuery(kit).queryFn()
  if (!remoteFeatures) return false
  const configuredFeatures = kit.getState().features
  const { features, overridden } = mergeFeatures(configuredFeatures, remoteFeatures)
  if (overridden.length > 0)
    console.warn(`Latchkey: the gateway decides otherwise on ${overridden.join(', ')}.`)
  if (features.signIn) void offerSignIn(kit)
  const isSame = JSON.stringify(features) === JSON.stringify(configuredFeatures)
  if (isSame) return false
  kit[inside].learn({ connection: reduceConnection })
  kit[inside].dispatch({ type: 'features-learnt', features })
  return true
}

/**
 * Asks the connected visitor to sign in when the operator of the gateway has switched the sign-in
 * on. This happens while the visitor looks at the dialog, never while the page loads.
 */
async function offerSignIn(kit: Kit): Promise<void> {
  try {
    const { askForGateway } = await import('../sign/index.ts')
    await askForGateway(kit)
  } catch {
    // The code of the sign-in could not be loaded; the visitor is asked after the next reload.
  }
}
