import { fallbackPollMs } from '@latchkey/protocol'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'

/**
 * For each node or gateway address, the time when it last failed or answered late; kept until the
 * page closes.
 */
const failureTimesOf: (kit: Kit) => Map<string, number> = perKit(() => new Map())

/** Records that a node or gateway address has failed, or has not answered in time. */
export function recordFailure(kit: Kit, endpoint: string): void {
  failureTimesOf(kit).set(endpoint, Date.now())
}

/** Deletes the recorded failure of a node or gateway address, because it has answered in time. */
export function clearFailure(kit: Kit, endpoint: string): void {
  failureTimesOf(kit).delete(endpoint)
}

/**
 * Sorts node or gateway addresses: in the site owner's order, except that those that failed or were
 * slow come last until they answer in time.
 */
export function sortByFailures(
  kit: Kit,
  urls: readonly string[],
  endpointOf: (url: string) => string,
): readonly string[] {
  const hasNotFailed = (url: string): boolean => !failureTimesOf(kit).has(endpointOf(url))
  return [...urls.filter(hasNotFailed), ...urls.filter((url) => !hasNotFailed(url))]
}

/**
 * Returns the failed or slow addresses that may be tried again. Each is tried at most every four
 * seconds, and only in addition to a call that is made anyway.
 */
export function takeRetryUrls(
  kit: Kit,
  urls: readonly string[],
  endpointOf: (url: string) => string,
): readonly string[] {
  const now = Date.now()
  const retryUrls = urls.filter(
    (url) => now - (failureTimesOf(kit).get(endpointOf(url)) ?? now) >= fallbackPollMs,
  )
  for (const url of retryUrls) {
    recordFailure(kit, endpointOf(url))
  }
  return retryUrls
}

/**
 * Returns the origin of a URL, by which failures are recorded: a gateway host that fails for one
 * path counts as failed for all paths.
 */
export function originOf(url: string): string {
  return new URL(url).origin
}
