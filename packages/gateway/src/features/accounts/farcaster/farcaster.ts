import { randomBytes } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol'
import type { PublicClient } from 'viem'
import type { VaultFarcaster } from '../../../base/config/vault-providers.ts'
import { describeError } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import type { Clock } from '../logins/clock.ts'
import type { LoginRow } from '../logins/login-state.ts'
import type { LoginStore } from '../logins/login-store.ts'
import type { OpenedChannel } from '../logins/run-logins.ts'
import type { RelayClient } from './relay-client.ts'
import { verifySignIn } from './verify-sign-in.ts'

export interface FarcasterDependencies {
  readonly config: VaultFarcaster
  /**
   * Origin of the vault, which the visitor's Farcaster app shows as the site that asks for the
   * sign-in.
   */
  readonly origin: string
  readonly store: LoginStore
  readonly relay: RelayClient
  readonly client: Pick<PublicClient, 'verifyMessage' | 'readContract'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Sign-in with Farcaster. The gateway, and nobody else, opens channels at Farcaster's relay and
 * reads them.
 */
export interface Farcaster {
  openChannel(): Promise<OpenedChannel>
  /** Starts polling the relay as long as any channel is open, whichever process opened it. */
  wakePolling(): void
  stop(): void
}

const pollIntervalMs = 1_200
/**
 * Milliseconds for which one process reserves a channel: longer than relay and node may take.
 * Reading a channel empties it, so two processes must not read the same one.
 */
const leaseMs = 30_000
const channelLifeMs = 300_000

export function farcasterSignIn({
  config,
  origin,
  store,
  relay,
  client,
  clock,
  log,
}: FarcasterDependencies): Farcaster {
  const domain = new URL(origin).host
  const state: { isWanted: boolean; isRunning: boolean; isStopped: boolean; cancel: () => void } = {
    isWanted: false,
    isRunning: false,
    isStopped: false,
    cancel: () => undefined,
  }

  async function askChannel(row: LoginRow): Promise<void> {
    const { id, channel, nonce, createdAt: openedAt } = row
    const answer = await relay.readChannel(channel ?? '').catch((error) => {
      log.info(describeError(error), 'farcaster relay')
      return 'pending' as const
    })
    if (answer === 'pending') return store.releaseLease(id, clock.now() + pollIntervalMs)
    if (answer === 'gone') return store.failLogin(id, 'farcaster-failed')
    try {
      const expectedSignIn = { domain, uri: origin, nonce: nonce ?? '', openedAt, now: clock.now() }
      await store.proveLogin(id, await verifySignIn(answer.told, expectedSignIn, config, client))
    } catch (error) {
      log.info(describeError(error), 'farcaster sign-in refused')
      await store.failLogin(id, 'farcaster-failed')
    }
  }

  async function askChannels(): Promise<void> {
    state.isWanted = false
    try {
      await Promise.all((await store.claimLeases(leaseMs)).map(askChannel))
      const isPolling = await store.isPolling()
      // Polling also continues when a sign-in started while the database was queried, because the
      // query did not see it.
      state.isRunning = isPolling || state.isWanted
    } catch (error) {
      log.error(describeError(error), 'farcaster')
    }
    if (state.isRunning && !state.isStopped)
      state.cancel = clock.runAfter(pollIntervalMs, askChannels)
  }

  return {
    async openChannel() {
      const nonce = randomBytes(16).toString('hex')
      const expirationTime = new Date(clock.now() + channelLifeMs).toISOString()
      const openedChannel = await relay
        .openChannel({ domain, siweUri: origin, nonce, expirationTime })
        .catch((error) => {
          log.error(describeError(error), 'farcaster relay')
          const reason = 'The relay of Farcaster cannot be asked'
          throw new LatchkeyError('farcaster-failed', {
            reason,
            sourceCode: 503,
            field: 'farcaster-failed',
          })
        })
      const { token, uri } = openedChannel
      return {
        channel: token,
        nonce,
        uri,
        lifeMs: channelLifeMs,
        pollAt: clock.now() + pollIntervalMs,
      }
    },
    wakePolling() {
      state.isWanted = true
      if (state.isRunning || state.isStopped) return
      state.isRunning = true
      state.cancel = clock.runAfter(pollIntervalMs, askChannels)
    },
    stop() {
      state.isStopped = true
      state.cancel()
    },
  }
}
